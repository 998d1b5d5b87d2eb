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
 * <p>In memory all of it is in primitive arrays. A search begins with a binary search over a plain
 * {@code long[]}: the eight bytes of each separator that come after what all separators share. Keys
 * themselves are compared for the few separators whose eight bytes are equal.
 */
final class Index {

  private final int count;
  private final long[] offsets;
  private final int[] firstOrdinals;

  private final byte[] keys;
  private final int[] keyOffsets;

  /** Null if all are 0. */
  private final long[] sequences;

  private final int commonLength;
  private final long[] prefixes;

  private Index(
      int count,
      long[] offsets,
      int[] firstOrdinals,
      byte[] keys,
      int[] keyOffsets,
      long[] sequences) {
    this.count = count;
    this.offsets = offsets;
    this.firstOrdinals = firstOrdinals;
    this.keys = keys;
    this.keyOffsets = keyOffsets;
    this.sequences = sequences;
    // Separators are sorted, so what the first and the last share, all share.
    this.commonLength =
        Bytes.sharedPrefix(
            keys, 0, keyOffsets[1], keys, keyOffsets[count - 1], keyLength(count - 1));
    this.prefixes = new long[count];
    for (int i = 0; i < count; i++) {
      prefixes[i] = Bytes.orderedPrefix(keys, keyOffsets[i] + commonLength, keyOffsets[i + 1]);
    }
  }

  /** Number of blocks, 1 or more. */
  int blockCount() {
    return count;
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

  private int keyLength(int block) {
    return keyOffsets[block + 1] - keyOffsets[block];
  }

  /**
   * The one block that can hold the first entry at or after (key, sequence) in internal order,
   * unless that is the next block's first entry; {@link #blockCount()} if all entries are before.
   */
  int find(byte[] key, int offset, int length, long sequence) {
    int common = commonLength;
    int shared = Bytes.sharedPrefix(keys, 0, common, key, offset, length);
    if (shared < common) {
      boolean before = shared == length || compareByte(keys[shared], key[offset + shared]) > 0;
      return before ? 0 : count;
    }
    long prefix = Bytes.orderedPrefix(key, offset + common, offset + length);
    int low = lowerBound(prefix);
    if (low == count || prefixes[low] != prefix) {
      return low;
    }
    int high = prefix == Long.MAX_VALUE ? count : lowerBound(prefix + 1);
    while (low < high) {
      int middle = low + high >>> 1;
      if (compare(middle, key, offset, length, sequence) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int compareByte(byte a, byte b) {
    return Integer.compare(a & 0xff, b & 0xff);
  }

  /** The first block whose prefix is not below; written so that it compiles without branches. */
  private int lowerBound(long prefix) {
    int low = 0;
    for (int n = count; n > 0; ) {
      int half = n + 1 >>> 1;
      low = prefixes[low + half - 1] < prefix ? low + half : low;
      n -= half;
    }
    return low;
  }

  /** Compares a block's separator with (key, sequence) in internal order. */
  int compare(int block, byte[] key, int offset, int length, long sequence) {
    int order = Bytes.compare(keys, keyOffsets[block], keyLength(block), key, offset, length);
    if (order != 0) {
      return order;
    }
    return Long.compare(sequence, sequences == null ? 0 : sequences[block]);
  }

  /** The memory that the index takes. */
  long sizeInBytes() {
    long perBlock = 8 + 4 + 4 + 8 + (sequences == null ? 0 : 8);
    return 160 + perBlock * count + keys.length;
  }

  /**
   * Reads an index.
   *
   * @param dataEnd where the last block must end
   * @param entries how many the blocks must have together
   * @param maxKeyBytes how long all separators may be together. What they share is stored once, so
   *     that a few bytes can stand for gigabytes
   */
  static Index decode(ByteReader in, long dataEnd, long entries, long maxKeyBytes)
      throws CorruptionException {
    int count = in.u32();
    // Each block takes five bytes here or more.
    if (count < 1 || count > in.remaining() / 5) {
      throw in.corrupt("number of blocks is " + count);
    }
    long[] offsets = new long[count + 1];
    int[] firstOrdinals = new int[count + 1];
    int[] keyOffsets = new int[count + 1];
    long[] sequences = new long[count];
    ByteWriter keys = new ByteWriter(Math.multiplyExact(count, 4));
    boolean anySequence = false;
    for (int i = 0; i < count; i++) {
      long room = dataEnd - offsets[i] - TableFormat.BLOCK_TRAILER_LENGTH;
      offsets[i + 1] = offsets[i] + in.varint(Math.max(room, 0)) + TableFormat.BLOCK_TRAILER_LENGTH;
      firstOrdinals[i + 1] = firstOrdinals[i] + (int) in.varint(entries - firstOrdinals[i]);
      int before = i == 0 ? 0 : keyOffsets[i - 1];
      int shared = (int) in.varint(keyOffsets[i] - before);
      int rest = (int) in.varint(Math.min(in.remaining(), TableFormat.MAX_KEY_LENGTH - shared));
      long end = (long) keyOffsets[i] + shared + rest;
      if (end > Math.min(maxKeyBytes, Integer.MAX_VALUE - 64)) {
        throw in.corrupt("the separators take more than " + maxKeyBytes + " bytes together");
      }
      keys.put(keys.array(), before, shared);
      in.copyTo(keys, rest);
      keyOffsets[i + 1] = (int) end;
      sequences[i] = in.varint(EntryCursor.MAX_SEQUENCE);
      anySequence |= sequences[i] != 0;
    }
    if (offsets[count] != dataEnd || firstOrdinals[count] != entries) {
      throw in.corrupt(
          "the blocks end at " + offsets[count] + " with " + firstOrdinals[count] + " entries");
    }
    in.requireEnd();
    Index index =
        new Index(
            count,
            offsets,
            firstOrdinals,
            keys.toByteArray(),
            keyOffsets,
            anySequence ? sequences : null);
    index.checkOrder(in);
    return index;
  }

  private void checkOrder(ByteReader in) throws CorruptionException {
    for (int i = 1; i < count; i++) {
      long sequence = sequences == null ? 0 : sequences[i];
      if (compare(i - 1, keys, keyOffsets[i], keyLength(i), sequence) >= 0) {
        throw in.corrupt("the separators of blocks " + (i - 1) + " and " + i + " are out of order");
      }
    }
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
