package io.koel.filter.dleft;

import io.koel.filter.PayloadBytes;

/**
 * The cells of a d-left counting Bloom filter, read and changed in place.
 *
 * <p>A class of keys (see {@link DLeftGeometry}) has at most one cell, with the fingerprint and the
 * number of copies. A new class goes into the emptiest of its four buckets, the leftmost of equals,
 * which keeps the buckets so even that hardly one runs over before the whole table is nearly full.
 *
 * <p>All fingerprints of a bucket, or two of them when they are wide, are compared at once, each in
 * its lane of a word.
 *
 * <p>Source: F. Bonomi, M. Mitzenmacher, R. Panigrahy, S. Singh, G. Varghese, "An improved
 * construction for counting Bloom filters", 2006.
 */
final class DLeftTable {

  static final int COUNTER_BITS = 2;
  static final int MAX_COUNT = (1 << COUNTER_BITS) - 1;

  /** What {@link #find} and {@link #freeCell} answer when there is none. */
  static final long NO_CELL = -1;

  private static final int WIDEST_FOUR_LANES = 14;

  private final DLeftGeometry geometry;
  private final byte[] bytes;
  private final int offset;

  private final int width;
  private final int lanes;
  private final long laneOnes;
  private final long laneLows;

  /**
   * @param bytes holds the table from {@code offset} on, which is 8 or more
   */
  DLeftTable(DLeftGeometry geometry, byte[] bytes, int offset) {
    this.geometry = geometry;
    this.bytes = bytes;
    this.offset = offset;
    width = geometry.fingerprintBits();
    lanes = width <= WIDEST_FOUR_LANES ? DLeftGeometry.CELLS : DLeftGeometry.CELLS / 2;
    laneOnes = lanes == 4 ? 1L | 1L << width | 1L << 2 * width | 1L << 3 * width : 1L | 1L << width;
    laneLows = laneOnes * ((1L << width - 1) - 1);
  }

  DLeftGeometry geometry() {
    return geometry;
  }

  /** The bytes that hold the table, from the offset on that it was made with. */
  byte[] bytes() {
    return bytes;
  }

  void copyTo(byte[] target, int targetOffset) {
    System.arraycopy(bytes, offset, target, targetOffset, geometry.tableLength());
  }

  /** The cell of a class, or {@link #NO_CELL}. */
  long find(long fingerprintClass) {
    int fingerprint = DLeftGeometry.fingerprint(fingerprintClass);
    int first = DLeftGeometry.firstBucket(fingerprintClass);
    long spread = DLeftGeometry.spread(fingerprint);
    for (int i = 0; i < DLeftGeometry.SUBTABLES; i++) {
      int bucket = geometry.bucket(i, first, spread);
      int cell = firstEqual(bucket, fingerprint);
      if (cell >= 0) {
        return cellNumber(bucket, cell);
      }
    }
    return NO_CELL;
  }

  /**
   * The cell that a class without one shall have, or {@link #NO_CELL} when its buckets are full.
   */
  long freeCell(long fingerprintClass) {
    int first = DLeftGeometry.firstBucket(fingerprintClass);
    long spread = DLeftGeometry.spread(DLeftGeometry.fingerprint(fingerprintClass));
    int mostFree = 0;
    int emptiest = 0;
    for (int i = 0; i < DLeftGeometry.SUBTABLES; i++) {
      int bucket = geometry.bucket(i, first, spread);
      int free = freeCells(bucket);
      if (free > mostFree) {
        mostFree = free;
        emptiest = bucket;
      }
    }
    return mostFree == 0 ? NO_CELL : cellNumber(emptiest, firstEqual(emptiest, 0));
  }

  long cells() {
    return (long) DLeftGeometry.SUBTABLES * geometry.buckets() * DLeftGeometry.CELLS;
  }

  int fingerprint(long cell) {
    return (int) bits(fingerprintAt(cell), width);
  }

  int count(long cell) {
    return (int) bits(counterAt(cell), COUNTER_BITS);
  }

  /** Fills a cell, or empties it with two zeros. */
  void put(long cell, int fingerprint, int count) {
    putBits(fingerprintAt(cell), width, fingerprint);
    putCount(cell, count);
  }

  void putCount(long cell, int count) {
    putBits(counterAt(cell), COUNTER_BITS, count);
  }

  private static long cellNumber(int bucket, int cell) {
    return (long) bucket * DLeftGeometry.CELLS + cell;
  }

  private int firstEqual(int bucket, int fingerprint) {
    for (int half = 0; half < DLeftGeometry.CELLS; half += lanes) {
      long equal = zeroLanes(lanesOf(bucket, half) ^ laneOnes * fingerprint);
      if (equal != 0) {
        return half + Long.numberOfTrailingZeros(equal) / width;
      }
    }
    return -1;
  }

  private int freeCells(int bucket) {
    int free = 0;
    for (int half = 0; half < DLeftGeometry.CELLS; half += lanes) {
      free += Long.bitCount(zeroLanes(lanesOf(bucket, half)));
    }
    return free;
  }

  private long lanesOf(int bucket, int firstCell) {
    return bits((long) bucket * geometry.bucketBits() + firstCell * width, lanes * width);
  }

  /** The highest bit of each lane that is all zero; no carry leaves a lane. */
  private long zeroLanes(long word) {
    long carried = (word & laneLows) + laneLows;
    return ~(carried | word) & laneOnes << width - 1;
  }

  private long fingerprintAt(long cell) {
    return (cell >>> 2) * geometry.bucketBits() + (cell & 3) * width;
  }

  private long counterAt(long cell) {
    return (cell >>> 2) * geometry.bucketBits() + 4L * width + (cell & 3) * COUNTER_BITS;
  }

  /** The word whose last byte has the last of these bits; never one behind the table. */
  private int wordEndingWith(long lastBit) {
    return offset + (int) (lastBit >>> 3) - 7;
  }

  private static int shiftInWord(long lastBit, int count) {
    return 57 + (int) (lastBit & 7) - count;
  }

  /** REQUIRES: the bits lie in 8 bytes. */
  private long bits(long at, int count) {
    long last = at + count - 1;
    long word = PayloadBytes.getLong(bytes, wordEndingWith(last));
    return word >>> shiftInWord(last, count) & (1L << count) - 1;
  }

  private void putBits(long at, int count, long value) {
    long last = at + count - 1;
    int wordAt = wordEndingWith(last);
    int shift = shiftInWord(last, count);
    long mask = (1L << count) - 1 << shift;
    long word = PayloadBytes.getLong(bytes, wordAt);
    PayloadBytes.putLong(bytes, wordAt, word & ~mask | value << shift);
  }
}
