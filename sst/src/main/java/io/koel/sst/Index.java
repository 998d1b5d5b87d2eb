package io.koel.sst;

import io.koel.filter.CorruptionException;
import java.util.Arrays;

/**
 * A table's index in memory: which data block may hold a key, without looking at any.
 *
 * <pre>
 * contents := count:u32 block{count}
 * block    := length:varint entries:varint shared:varint rest:varint key-rest sequence:varint
 * </pre>
 *
 * {@code length} is that of the block's contents; {@code entries} is how many it has, so that each
 * block's first ordinal is known. The separator (key, sequence) is at or after the block's last
 * entry and before the next block's first one, in internal order. Its key is the first {@code
 * shared} bytes of the separator before and then {@code rest} own ones. Its sequence is 0, unless
 * one user key's entries go on in the next block.
 *
 * <p>In memory all of it is in primitive arrays. {@link Separators} has the separators.
 */
final class Index {

  private final long[] offsets;
  private final int[] firstOrdinals;
  private final Separators separators;

  private Index(long[] offsets, int[] firstOrdinals, Separators separators) {
    this.offsets = offsets;
    this.firstOrdinals = firstOrdinals;
    this.separators = separators;
  }

  /** Number of blocks, 1 or more. */
  int blockCount() {
    return offsets.length - 1;
  }

  BlockHandle block(int block) {
    return new BlockHandle(offsets[block], contentsLength(block));
  }

  /** Where a block begins; of the one after the last, where the data ends. */
  long offset(int block) {
    return offsets[block];
  }

  int contentsLength(int block) {
    return (int) (offsets[block + 1] - offsets[block]) - TableFormat.BLOCK_TRAILER_LENGTH;
  }

  /** A block's first ordinal; of the one after the last, the number of all entries. */
  long firstOrdinal(int block) {
    return firstOrdinals[block];
  }

  /**
   * The one block that can hold the first entry at or after (key, sequence) in internal order,
   * unless that is the next block's first entry; {@link #blockCount()} if all entries are before.
   */
  int find(byte[] key, int offset, int length, long sequence) {
    return separators.find(key, offset, length, sequence);
  }

  /** The memory that the index takes. */
  long sizeInBytes() {
    return 80 + (long) (Long.BYTES + Integer.BYTES) * offsets.length + separators.sizeInBytes();
  }

  /**
   * Reads an index.
   *
   * @param dataEnd where the last block must end
   * @param entries how many the blocks must have together
   */
  static Index decode(ByteReader in, long dataEnd, long entries) throws CorruptionException {
    int count = in.u32();
    // Each block takes five bytes here or more.
    if (count < 1 || count > in.remaining() / 5) {
      throw in.corrupt("number of blocks is " + count);
    }
    long[] offsets = new long[count + 1];
    int[] firstOrdinals = new int[count + 1];
    Separators.Builder separators = new Separators.Builder(count);
    for (int i = 0; i < count; i++) {
      long room = dataEnd - offsets[i] - TableFormat.BLOCK_TRAILER_LENGTH;
      long longest = Math.max(0, Math.min(room, TableFormat.MAX_PLAIN_LENGTH));
      offsets[i + 1] = offsets[i] + in.varint(longest) + TableFormat.BLOCK_TRAILER_LENGTH;
      firstOrdinals[i + 1] = firstOrdinals[i] + (int) in.varint(entries - firstOrdinals[i]);
      separators.read(in);
    }
    if (offsets[count] != dataEnd || firstOrdinals[count] != entries) {
      throw in.corrupt(
          "the blocks end at " + offsets[count] + " with " + firstOrdinals[count] + " entries");
    }
    in.requireEnd();
    return new Index(offsets, firstOrdinals, separators.build());
  }

  /** Gathers an index: {@code add+ finish}. */
  static final class Builder {

    private final ByteWriter blocks = new ByteWriter(1 << 10);
    private byte[] last = {};
    private int count;

    /** Adds the next block, with its separator. */
    void add(int contentsLength, int entries, byte[] key, long sequence) {
      int shared = Bytes.sharedPrefix(key, 0, key.length, last, 0, last.length);
      blocks.putVarint(contentsLength).putVarint(entries);
      blocks.putVarint(shared).putVarint(key.length - shared);
      blocks.put(key, shared, key.length - shared).putVarint(sequence);
      last = key;
      count++;
    }

    int count() {
      return count;
    }

    int sizeInBytes() {
      return Integer.BYTES + blocks.length();
    }

    byte[] finish() {
      return new ByteWriter(sizeInBytes())
          .putInt(count)
          .put(blocks.array(), 0, blocks.length())
          .toByteArray();
    }
  }

  /**
   * A short key at or after {@code last} and before {@code next}.
   *
   * <p>REQUIRES: last &lt; next.
   */
  static byte[] separator(byte[] last, int lastLength, byte[] next, int offset, int length) {
    int shared = Bytes.sharedPrefix(last, 0, lastLength, next, offset, length);
    // With the byte where they part, a prefix of next is after last, and before next if next goes
    // on.
    if (shared + 1 < length && shared + 1 < lastLength) {
      return Arrays.copyOfRange(next, offset, offset + shared + 1);
    }
    return Arrays.copyOf(last, lastLength);
  }
}
