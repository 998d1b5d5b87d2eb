package io.koel.filter.cuckoo;

import static io.koel.filter.cuckoo.CuckooGeometry.SLOTS;

import java.util.function.IntToDoubleFunction;

/** How many buckets and bits filters get. */
final class CuckooSizing {

  /** What packed filters are filled to; see {@link PackedCuckooBuilder}. */
  private static final double PACKED_LOAD = 0.975;

  /**
   * What dynamic filters can be counted on to be filled to. (Of 300 filters with 20,000 keys, the
   * first to refuse a key did so at a load of 0.948 with 4 bits, and beyond 0.957 from 8 bits on.)
   */
  private static final double DYNAMIC_LOAD = 0.94;

  /**
   * The same for fingerprints so short that different ones have the same two buckets. (Of filters
   * with 4 bits that keys came to and went from, 2 in 400 refused one at a load of 0.9.)
   */
  private static final double SHORT_DYNAMIC_LOAD = 0.88;

  private static final int SHORT_BITS = 5;

  /**
   * In a small filter chance crowds some buckets. (With 4 of them 30 keys were too many at times.)
   */
  private static final int SPARE_BUCKETS = 8;

  /** A packed filter that could not be built gets this part more buckets. */
  private static final int GROWTH_DIVISOR = 64;

  private CuckooSizing() {}

  /**
   * What a spec asks for.
   *
   * @param bits the width of a fingerprint, 0 if the rate decides
   * @param rate the share of absent keys that may be let through, if the width is 0
   */
  record Target(int bits, double rate) {}

  /**
   * The size of a filter.
   *
   * @param bits the width of a fingerprint
   * @param buckets the number of buckets, even
   */
  record Shape(int bits, int buckets) {}

  static Shape packed(BucketLayout layout, Target target, long keys) {
    return smallest(layout, target, keys, bits -> Math.ceil(keys / (SLOTS * PACKED_LOAD)));
  }

  static Shape dynamic(BucketLayout layout, Target target, long capacity) {
    return smallest(
        layout,
        target,
        capacity,
        bits -> Math.ceil(capacity / (SLOTS * dynamicLoad(bits))) + SPARE_BUCKETS);
  }

  private static double dynamicLoad(int bits) {
    return bits <= SHORT_BITS ? SHORT_DYNAMIC_LOAD : DYNAMIC_LOAD;
  }

  /**
   * The smallest filter that has room for the keys and keeps the rate. Where fingerprints are just
   * too short for it, some more buckets take less memory than a further bit in every slot.
   */
  private static Shape smallest(
      BucketLayout layout, Target target, long keys, IntToDoubleFunction bucketsForRoom) {
    if (target.bits != 0) {
      return bounded(layout, target.bits, bucketsForRoom.applyAsDouble(target.bits));
    }
    int bestBits = 0;
    double bestBuckets = 0;
    double leastSize = Double.POSITIVE_INFINITY;
    for (int bits = layout.minBits(); bits <= BucketLayout.MAX_BITS; bits++) {
      double forRoom = bucketsForRoom.applyAsDouble(bits);
      double buckets = even(Math.max(forRoom, bucketsForRate(bits, target.rate, keys)));
      double size = buckets * layout.bucketBits(bits);
      if (size < leastSize) {
        bestBits = bits;
        bestBuckets = buckets;
        leastSize = size;
      }
    }
    return bounded(layout, bestBits, bestBuckets);
  }

  /** So many that a key is of the class of another one of so many keys no oftener than wanted. */
  private static double bucketsForRate(int bits, double rate, long keys) {
    double share = -Math.expm1(Math.log1p(-rate) / Math.max(1, keys));
    return 2 * Math.ceil(1 / (share * ((1L << bits) - 1)));
  }

  static int grown(BucketLayout layout, int bits, int buckets) {
    return bounded(layout, bits, (double) buckets + buckets / GROWTH_DIVISOR + 2).buckets;
  }

  private static double even(double buckets) {
    return Math.max(2, 2 * Math.ceil(buckets / 2));
  }

  private static Shape bounded(BucketLayout layout, int bits, double buckets) {
    int max = CuckooTable.maxBuckets(layout, bits);
    if (even(buckets) > max) {
      throw new IllegalArgumentException(
          "a filter with fingerprints of "
              + bits
              + " bits has at most "
              + (long) SLOTS * max
              + " slots, too few for the keys");
    }
    return new Shape(bits, (int) even(buckets));
  }
}
