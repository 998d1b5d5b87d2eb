package io.koel.filter.cuckoo;

import static io.koel.filter.cuckoo.CuckooGeometry.SLOTS;

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
   * @param bits the width of a fingerprint
   * @param maxLoad the share of slots that may be taken
   */
  record Target(int bits, double maxLoad) {}

  static Target ofBits(int bits) {
    return new Target(bits, PACKED_LOAD);
  }

  /**
   * The smallest packed filter that stays below a false-positive rate. Where fingerprints are just
   * too short for it, some more buckets take less memory than a further bit in every slot.
   */
  static Target ofRate(BucketLayout layout, double rate) {
    Target best = null;
    double leastBitsPerKey = Double.POSITIVE_INFINITY;
    for (int bits = layout.minBits(); bits <= BucketLayout.MAX_BITS; bits++) {
      double load = Math.min(PACKED_LOAD, maxLoad(bits, rate));
      double bitsPerKey = layout.bucketBits(bits) / (SLOTS * load);
      if (bitsPerKey < leastBitsPerKey) {
        best = new Target(bits, load);
        leastBitsPerKey = bitsPerKey;
      }
    }
    return best;
  }

  /** The load at which fingerprints of so many bits have this rate. */
  private static double maxLoad(int bits, double rate) {
    return -Math.log1p(-rate) * ((1L << bits) - 1) / (2 * SLOTS);
  }

  static int packedBuckets(BucketLayout layout, Target target, long keys) {
    return bounded(layout, target.bits, Math.ceil(keys / (SLOTS * target.maxLoad)));
  }

  static int dynamicBuckets(BucketLayout layout, Target target, long capacity) {
    double reachable = target.bits <= SHORT_BITS ? SHORT_DYNAMIC_LOAD : DYNAMIC_LOAD;
    double load = Math.min(reachable, target.maxLoad);
    return bounded(layout, target.bits, Math.ceil(capacity / (SLOTS * load)) + SPARE_BUCKETS);
  }

  static int grown(BucketLayout layout, int bits, int buckets) {
    return bounded(layout, bits, (double) buckets + buckets / GROWTH_DIVISOR + 2);
  }

  private static int bounded(BucketLayout layout, int bits, double buckets) {
    int max = CuckooTable.maxBuckets(layout, bits);
    if (buckets > max) {
      throw new IllegalArgumentException(
          "a filter with fingerprints of "
              + bits
              + " bits has at most "
              + (long) SLOTS * max
              + " slots, too few for the keys");
    }
    return Math.max(2, (int) buckets + 1 & ~1);
  }
}
