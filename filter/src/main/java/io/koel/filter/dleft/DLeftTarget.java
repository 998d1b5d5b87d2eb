package io.koel.filter.dleft;

import io.koel.filter.FilterSpec;

/**
 * What a spec asks for.
 *
 * @param fingerprintBits the width of a fingerprint, 0 when the rate decides
 * @param falsePositiveRate the highest rate allowed, when the width is 0
 */
record DLeftTarget(int fingerprintBits, double falsePositiveRate) {

  private static final double DEFAULT_RATE = 0.01;
  private static final double MIN_RATE = 1e-7;
  private static final double MAX_RATE = 0.5;

  /**
   * The share of cells that are used when the table is made. Four choices of four cells take it
   * nearly always (tried: a table of 65,536 buckets fills to 0.79 or more before a key finds none),
   * and no key ever moves to make room.
   */
  static final double LOAD = 0.75;

  static DLeftTarget of(FilterSpec spec) {
    spec.requireOnly("bits", "fpp").requireNotBoth("bits", "fpp");
    int bits =
        spec.intArgument(
            "bits", 0, DLeftGeometry.MIN_FINGERPRINT_BITS, DLeftGeometry.MAX_FINGERPRINT_BITS);
    return new DLeftTarget(bits, spec.doubleArgument("fpp", DEFAULT_RATE, MIN_RATE, MAX_RATE));
  }

  /**
   * The smallest table for this many keys: with the given width, or with the one of all widths that
   * keeps the rate in the fewest bytes.
   *
   * @param room how many times the usual number of buckets there shall be, 1 or more
   * @throws IllegalArgumentException if no array is long enough
   */
  DLeftGeometry geometryFor(long keys, double room) {
    long buckets = (long) Math.ceil(room * keys / (LOAD * cellsOfOneBucketEach()));
    DLeftGeometry best = null;
    if (fingerprintBits != 0) {
      best = smallest(best, buckets, fingerprintBits);
    } else {
      // The share of hits that one class among so many must not pass.
      double share = -Math.expm1(Math.log1p(-falsePositiveRate) / Math.max(keys, 1));
      for (int bits = DLeftGeometry.MIN_FINGERPRINT_BITS;
          bits <= DLeftGeometry.MAX_FINGERPRINT_BITS;
          bits++) {
        long forRate = (long) Math.ceil(1 / (share * ((1L << bits) - 1)));
        best = smallest(best, Math.max(buckets, forRate), bits);
      }
    }
    if (best == null) {
      throw new IllegalArgumentException(
          keys + " keys are too many for one d-left counting Bloom filter");
    }
    return best;
  }

  private static int cellsOfOneBucketEach() {
    return DLeftGeometry.SUBTABLES * DLeftGeometry.CELLS;
  }

  private static DLeftGeometry smallest(DLeftGeometry best, long buckets, int bits) {
    if (buckets > DLeftGeometry.maxBuckets(bits)) {
      return best;
    }
    DLeftGeometry other = new DLeftGeometry((int) Math.max(buckets, 1), bits, 0);
    return best == null || other.tableLength() < best.tableLength() ? other : best;
  }
}
