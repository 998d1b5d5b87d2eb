package io.koel.engine.memtable;

import io.koel.engine.batch.EntryLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of a memtable's entries, one after the other in chunks. An entry is its sequence less
 * that of the first entry (4 bytes, little-endian, unsigned), then what {@link EntryLayout} says;
 * it begins at a multiple of 4.
 *
 * <p>An address is an int: the chunk's index in the upper half, the offset divided by 4 in the
 * lower half. A large entry gets a chunk of its own, so that little is wasted at the end of the
 * others. Chunks grow with the arena, from an eighth of the expected bytes on.
 *
 * <p>One writer; readers come by addresses that were published to them, see {@link Memtable}.
 */
final class EntryArena {

  /** No entry's address: no chunk has the highest index. */
  static final int NONE = -1;

  /** How far above the first entry's sequence another one may be. */
  static final long MAX_SEQUENCE_RANGE = 0xffffffffL;

  private static final int SEQUENCE_LENGTH = 4;
  private static final int MIN_CHUNK_LENGTH = 4 << 10;
  private static final int MAX_CHUNK_LENGTH = 256 << 10;
  private static final int MAX_CHUNKS = (1 << 16) - 1;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle CHUNKS;

  static {
    try {
      CHUNKS = MethodHandles.lookup().findVarHandle(EntryArena.class, "chunks", byte[][].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private int chunkLength;
  private byte[][] chunks = new byte[16][];
  private int chunkCount;
  private long usedBytes;
  // Set with the first entry, before anything leads a reader there.
  private long firstSequence;

  private byte[] current = {};
  private int currentIndex;
  private int currentUsed;

  /** An arena for about this many bytes. */
  EntryArena(long expectedBytes) {
    long eighth = Long.highestOneBit(Math.max(1, expectedBytes / 8));
    chunkLength = (int) Math.max(MIN_CHUNK_LENGTH, Math.min(eighth, MAX_CHUNK_LENGTH));
  }

  /**
   * Copies an entry in and gives its address.
   *
   * <p>REQUIRES: the sequence is above that of the first entry by {@link #MAX_SEQUENCE_RANGE} at
   * most.
   */
  int add(long sequence, byte[] source, int offset, int length) {
    if (chunkCount == 0) {
      firstSequence = sequence;
    }
    growChunks();
    int needed = SEQUENCE_LENGTH + length + 3 & -4;
    byte[] chunk;
    int index;
    int at;
    if (needed > chunkLength / 4) {
      chunk = new byte[needed];
      index = append(chunk);
      at = 0;
    } else {
      if (needed > current.length - currentUsed) {
        current = new byte[chunkLength];
        currentIndex = append(current);
        currentUsed = 0;
      }
      chunk = current;
      index = currentIndex;
      at = currentUsed;
      currentUsed += needed;
    }
    INT.set(chunk, at, (int) (sequence - firstSequence));
    System.arraycopy(source, offset, chunk, at + SEQUENCE_LENGTH, length);
    usedBytes += needed;
    return index << 16 | at >>> 2;
  }

  /**
   * A batch is not cut, so there may be far more bytes than expected, and small chunks would be too
   * many. So a chunk is a sixteenth of what there is at least, up to the largest.
   */
  private void growChunks() {
    if (usedBytes > 16L * chunkLength && chunkLength < MAX_CHUNK_LENGTH) {
      chunkLength *= 2;
    }
  }

  private int append(byte[] chunk) {
    if (chunkCount == MAX_CHUNKS) {
      throw new IllegalStateException("a memtable has at most " + MAX_CHUNKS + " chunks");
    }
    if (chunkCount == chunks.length) {
      CHUNKS.setRelease(this, Arrays.copyOf(chunks, 2 * chunks.length));
    }
    chunks[chunkCount] = chunk;
    return chunkCount++;
  }

  /** The bytes of all entries. */
  long usedBytes() {
    return usedBytes;
  }

  /** The chunk that an entry is in. */
  byte[] chunk(int address) {
    return ((byte[][]) CHUNKS.getAcquire(this))[address >>> 16];
  }

  /** Where an entry begins in its chunk, as {@link EntryLayout} knows it. */
  static int entryOffset(int address) {
    return ((address & 0xffff) << 2) + SEQUENCE_LENGTH;
  }

  /** The sequence of an entry that begins at an offset of {@link #entryOffset}. */
  long sequence(byte[] chunk, int entryOffset) {
    return firstSequence + ((int) INT.get(chunk, entryOffset - SEQUENCE_LENGTH) & 0xffffffffL);
  }

  /** Compares an entry with (key, sequence) in internal order. */
  int compare(int address, byte[] key, int offset, int length, long sequence) {
    byte[] chunk = chunk(address);
    int entry = entryOffset(address);
    int byKey =
        EntryLayout.compareKeys(
            chunk,
            EntryLayout.keyOffset(chunk, entry),
            EntryLayout.keyLength(chunk, entry),
            key,
            offset,
            length);
    return byKey != 0 ? byKey : Long.compare(sequence, sequence(chunk, entry));
  }

  /** Compares two entries in internal order. */
  int compare(int a, int b) {
    byte[] chunk = chunk(b);
    int entry = entryOffset(b);
    return compare(
        a,
        chunk,
        EntryLayout.keyOffset(chunk, entry),
        EntryLayout.keyLength(chunk, entry),
        sequence(chunk, entry));
  }

  /** Whether an entry has this user key. */
  boolean hasKey(int address, byte[] key, int offset, int length) {
    byte[] chunk = chunk(address);
    int entry = entryOffset(address);
    int entryKey = EntryLayout.keyOffset(chunk, entry);
    return EntryLayout.keyLength(chunk, entry) == length
        && Arrays.equals(chunk, entryKey, entryKey + length, key, offset, offset + length);
  }

  /** An entry's sequence. */
  long sequence(int address) {
    return sequence(chunk(address), entryOffset(address));
  }

  /** The {@link KeyPrefix} of an entry's key. */
  long prefix(int address, int skipped) {
    byte[] chunk = chunk(address);
    int entry = entryOffset(address);
    return KeyPrefix.of(
        chunk, EntryLayout.keyOffset(chunk, entry), EntryLayout.keyLength(chunk, entry), skipped);
  }

  /** How many bytes two entries' keys have in common at their beginning. */
  int commonLength(int a, int b) {
    byte[] aChunk = chunk(a);
    byte[] bChunk = chunk(b);
    int aEntry = entryOffset(a);
    int bEntry = entryOffset(b);
    int aKey = EntryLayout.keyOffset(aChunk, aEntry);
    int bKey = EntryLayout.keyOffset(bChunk, bEntry);
    int shorter =
        Math.min(EntryLayout.keyLength(aChunk, aEntry), EntryLayout.keyLength(bChunk, bEntry));
    int mismatch = Arrays.mismatch(aChunk, aKey, aKey + shorter, bChunk, bKey, bKey + shorter);
    return mismatch < 0 ? shorter : mismatch;
  }

  /** The first bytes of an entry's key. */
  byte[] keyStart(int address, int length) {
    byte[] chunk = chunk(address);
    int key = EntryLayout.keyOffset(chunk, entryOffset(address));
    return Arrays.copyOfRange(chunk, key, key + length);
  }
}
