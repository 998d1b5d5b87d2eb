package io.koel.sst;

import java.util.Arrays;

/**
 * Gathers the entries of one data block: {@code (add+ finish)*}. The layout is {@link Block}'s.
 *
 * <p>How wide stamps and offsets are is known at the end only, so the pieces are laid out then, in
 * a second pass. The size that the block will have is exact all the time.
 */
final class BlockBuilder {

  private static final int MAX_NARROW_OFFSET = 0xffff;

  private final int restartShift;
  private final ByteWriter pieces;
  private final ByteWriter block;

  private int count;
  private int headBytes;
  private int[] pieceLengths = new int[64];
  private int[] shareds = new int[64];
  private int[] rests = new int[64];
  private long[] sequences = new long[64];
  private byte[] codes = new byte[64];
  private byte[] fingerprints = new byte[64];
  private long minSequence;
  private long maxSequence;

  private byte[] restartKey = new byte[64];
  private int restartKeyLength;

  BlockBuilder(int blockSize, int restartInterval) {
    restartShift = Integer.numberOfTrailingZeros(restartInterval);
    pieces = new ByteWriter(blockSize + blockSize / 4);
    block = new ByteWriter(blockSize + blockSize / 4);
  }

  int count() {
    return count;
  }

  /** The exact length of the block if it ended here. */
  long size() {
    return count == 0
        ? 0
        : size(count, (long) headBytes + pieces.length(), minSequence, maxSequence);
  }

  /** No less than {@link #size()} after one more entry. */
  long sizeWith(int keyLength, int valueLength, long sequence) {
    long head = keyLength >= Block.LONG_MARK ? Block.LONG_HEAD : Block.SHORT_HEAD;
    return size(
        count + 1,
        headBytes + head + pieces.length() + keyLength + valueLength,
        count == 0 ? sequence : Math.min(minSequence, sequence),
        count == 0 ? sequence : Math.max(maxSequence, sequence));
  }

  private static long size(int count, long headsAndPieces, long minSequence, long maxSequence) {
    long entries = headsAndPieces + (long) count * stampWidth(minSequence, maxSequence);
    return entries + (long) count * (offsetWidth(entries) + 1) + Block.TAIL_LENGTH;
  }

  private static int stampWidth(long minSequence, long maxSequence) {
    long largest = maxSequence - minSequence << 1 | 1;
    return Long.SIZE - Long.numberOfLeadingZeros(largest) + 7 >>> 3;
  }

  private static int offsetWidth(long entriesLength) {
    return entriesLength <= MAX_NARROW_OFFSET ? 2 : 4;
  }

  void add(
      byte[] key,
      int offset,
      int length,
      long hash,
      long sequence,
      EntryKind kind,
      byte[] value,
      int valueOffset,
      int valueLength) {
    if (count == shareds.length) {
      grow();
    }
    int shared = 0;
    if ((count & (1 << restartShift) - 1) == 0) {
      setRestartKey(key, offset, length);
    } else {
      shared = Bytes.sharedPrefix(key, offset, length, restartKey, 0, restartKeyLength);
    }
    int rest = length - shared;
    shareds[count] = shared;
    rests[count] = rest;
    sequences[count] = sequence;
    codes[count] = kind.code();
    fingerprints[count] = Block.fingerprint(hash);
    pieceLengths[count] = rest + valueLength;
    pieces.put(key, offset + shared, rest).put(value, valueOffset, valueLength);
    headBytes += headLength(shared, rest);
    minSequence = count == 0 ? sequence : Math.min(minSequence, sequence);
    maxSequence = count == 0 ? sequence : Math.max(maxSequence, sequence);
    count++;
  }

  private static int headLength(int shared, int rest) {
    return shared < Block.LONG_MARK && rest <= 0xff ? Block.SHORT_HEAD : Block.LONG_HEAD;
  }

  private void setRestartKey(byte[] key, int offset, int length) {
    if (restartKey.length < length) {
      restartKey = new byte[Math.max(length, 2 * restartKey.length)];
    }
    System.arraycopy(key, offset, restartKey, 0, length);
    restartKeyLength = length;
  }

  private void grow() {
    int capacity = 2 * count;
    pieceLengths = Arrays.copyOf(pieceLengths, capacity);
    shareds = Arrays.copyOf(shareds, capacity);
    rests = Arrays.copyOf(rests, capacity);
    sequences = Arrays.copyOf(sequences, capacity);
    codes = Arrays.copyOf(codes, capacity);
    fingerprints = Arrays.copyOf(fingerprints, capacity);
  }

  /** The block, in a buffer that is used again for the next one. */
  ByteWriter finish() {
    int width = stampWidth(minSequence, maxSequence);
    int entriesLength = headBytes + pieces.length() + count * width;
    int offsetWidth = offsetWidth(entriesLength);
    block.clear();
    block.reserve((int) size());
    byte[] out = block.array();
    putEntries(out, width, entriesLength, offsetWidth);
    int at = entriesLength + count * offsetWidth;
    System.arraycopy(fingerprints, 0, out, at, count);
    at += count;
    Bytes.putLong(out, at, minSequence);
    Bytes.putInt(out, at + 8, count);
    out[at + 12] = (byte) width;
    out[at + 13] = (byte) restartShift;
    out[at + 14] = (byte) offsetWidth;
    out[at + 15] = 0;
    block.setLength(at + Block.TAIL_LENGTH);
    reset();
    return block;
  }

  private void putEntries(byte[] out, int width, int offsetsAt, int offsetWidth) {
    int from = 0;
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (offsetWidth == 2) {
        Bytes.putShort(out, offsetsAt + 2 * i, at);
      } else {
        Bytes.putInt(out, offsetsAt + 4 * i, at);
      }
      if (headLength(shareds[i], rests[i]) == Block.SHORT_HEAD) {
        out[at] = (byte) shareds[i];
        out[at + 1] = (byte) rests[i];
        at += Block.SHORT_HEAD;
      } else {
        Bytes.putLong(out, at, Block.LONG_MARK | (long) shareds[i] << 16 | (long) rests[i] << 40);
        at += Block.LONG_HEAD;
      }
      long stamp = sequences[i] - minSequence << 1 | codes[i];
      for (int b = 0; b < width; b++) {
        out[at++] = (byte) (stamp >>> 8 * b);
      }
      System.arraycopy(pieces.array(), from, out, at, pieceLengths[i]);
      from += pieceLengths[i];
      at += pieceLengths[i];
    }
  }

  private void reset() {
    pieces.clear();
    count = 0;
    headBytes = 0;
  }
}
