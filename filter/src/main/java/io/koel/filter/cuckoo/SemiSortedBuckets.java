package io.koel.filter.cuckoo;

import static io.koel.filter.cuckoo.CuckooGeometry.SLOTS;
import static io.koel.filter.cuckoo.SemiSort.CODE_BITS;

/**
 * Buckets of four ascending fingerprints: first the {@link SemiSort} code of their upper four bits,
 * then the remaining bits of each. Equal contents give equal bits.
 */
class SemiSortedBuckets extends Buckets {

  private static final int NIBBLE_BITS = 4;
  private static final int CODE_MASK = (1 << CODE_BITS) - 1;

  /** The bits of a fingerprint that are stored as they are. */
  final int lowBits;

  final long lowMask;

  SemiSortedBuckets(byte[] bytes, int start, int bits) {
    super(bytes, start, bucketBits(bits));
    lowBits = bits - NIBBLE_BITS;
    lowMask = mask(lowBits);
  }

  static int bucketBits(int bits) {
    return CODE_BITS + SLOTS * (bits - NIBBLE_BITS);
  }

  static SemiSortedBuckets over(byte[] bytes, int start, int bits) {
    return fitsOneRead(bucketBits(bits)) && bits - NIBBLE_BITS >= AtOnce.MIN_LOW_BITS
        ? new AtOnce(bytes, start, bits)
        : new SemiSortedBuckets(bytes, start, bits);
  }

  @Override
  boolean mightContain(int first, int second, int fingerprint) {
    return has(position(first), fingerprint) | has(position(second), fingerprint);
  }

  private boolean has(long position, int fingerprint) {
    int nibbles = SemiSort.decode((int) read(position) & CODE_MASK);
    return slot(position, nibbles, 0) == fingerprint
        | slot(position, nibbles, 1) == fingerprint
        | slot(position, nibbles, 2) == fingerprint
        | slot(position, nibbles, 3) == fingerprint;
  }

  private int slot(long position, int nibbles, int slot) {
    int low = (int) (read(position + CODE_BITS + slot * lowBits) & lowMask);
    return (nibbles >>> slot * NIBBLE_BITS & 15) << lowBits | low;
  }

  @Override
  final void load(int bucket, int[] four) {
    long position = position(bucket);
    int nibbles = SemiSort.decode((int) read(position) & CODE_MASK);
    for (int slot = 0; slot < SLOTS; slot++) {
      four[slot] = slot(position, nibbles, slot);
    }
  }

  @Override
  final void store(int bucket, int[] four) {
    sort(four);
    long position = position(bucket);
    int code =
        SemiSort.encode(
            four[0] >>> lowBits, four[1] >>> lowBits, four[2] >>> lowBits, four[3] >>> lowBits);
    write(position, CODE_BITS, code);
    for (int slot = 0; slot < SLOTS; slot++) {
      write(position + CODE_BITS + slot * lowBits, lowBits, four[slot] & lowMask);
    }
  }

  /** Sorts four unsigned numbers by five exchanges. */
  private static void sort(int[] four) {
    order(four, 0, 1);
    order(four, 2, 3);
    order(four, 0, 2);
    order(four, 1, 3);
    order(four, 1, 2);
  }

  private static void order(int[] four, int low, int high) {
    int a = four[low];
    int b = four[high];
    if (Integer.compareUnsigned(a, b) > 0) {
      four[low] = b;
      four[high] = a;
    }
  }

  /**
   * Buckets that fit one read.
   *
   * <p>The lower bits of all slots are compared at once, and mostly decide: an absent key seldom
   * has even those in common with a stored one, and the code need not be looked up then.
   */
  private static final class AtOnce extends SemiSortedBuckets {

    /** With fewer, {@link #gatherer} would carry from one lane's mark into another's. */
    static final int MIN_LOW_BITS = 4;

    private static final long NIBBLE_ONES = ones(NIBBLE_BITS);
    private static final long NIBBLE_HIGHS = highs(NIBBLE_BITS);
    private static final long NIBBLE_GATHERER = gatherer(NIBBLE_BITS);

    private final long ones;
    private final long highs;
    private final long gatherer;

    AtOnce(byte[] bytes, int start, int bits) {
      super(bytes, start, bits);
      ones = ones(lowBits);
      highs = highs(lowBits);
      gatherer = gatherer(lowBits);
    }

    @Override
    boolean mightContain(int first, int second, int fingerprint) {
      long wanted = (fingerprint & lowMask) * ones;
      long a = read(position(first));
      long b = read(position(second));
      long lowA = a >>> CODE_BITS ^ wanted;
      long lowB = b >>> CODE_BITS ^ wanted;
      if (((lowA - ones & ~lowA | lowB - ones & ~lowB) & highs) == 0) {
        return false;
      }
      long nibbles = (fingerprint >>> lowBits) * NIBBLE_ONES;
      return (matches(a, lowA, nibbles) | matches(b, lowB, nibbles)) != 0;
    }

    /** One bit for each slot that has both the lower bits and the nibble. */
    private long matches(long bucket, long low, long nibbles) {
      long high = SemiSort.decode((int) bucket & CODE_MASK) ^ nibbles;
      long lowMarks = zeroLanes(low, ones, highs) >>> lowBits - 1;
      long highMarks = zeroLanes(high, NIBBLE_ONES, NIBBLE_HIGHS) >>> NIBBLE_BITS - 1;
      return lowMarks * gatherer >>> 3 * lowBits
          & highMarks * NIBBLE_GATHERER >>> 3 * NIBBLE_BITS
          & 15;
    }

    /** The highest bit of each lane that is 0; unlike the borrow above, exact for every lane. */
    private static long zeroLanes(long lanes, long ones, long highs) {
      long others = highs - ones;
      return ~((lanes & others) + others | lanes) & highs;
    }

    /** What brings the lowest bit of lane k to bit 3 * width + k, by multiplication. */
    private static long gatherer(int width) {
      return 1L << 3 * width | 1L << 2 * width + 1 | 1L << width + 2 | 1L << 3;
    }
  }
}
