package io.koel.filter.quotient;

import io.koel.filter.FilterSpec;

/**
 * What a spec asks for.
 *
 * @param remainderBits the width of a remainder, 0 when the rate decides
 * @param falsePositiveRate the highest rate allowed, when the width is 0
 */
record QuotientTarget(int remainderBits, double falsePositiveRate) {

  private static final double DEFAULT_RATE = 0.01;
  private static final double MIN_RATE = 1e-9;
  private static final double MAX_RATE = 0.5;

  static QuotientTarget of(FilterSpec spec) {
    spec.requireOnly("bits", "fpp").requireNotBoth("bits", "fpp");
    int bits =
        spec.intArgument(
            "bits", 0, QuotientGeometry.MIN_REMAINDER_BITS, QuotientGeometry.MAX_REMAINDER_BITS);
    return new QuotientTarget(bits, spec.doubleArgument("fpp", DEFAULT_RATE, MIN_RATE, MAX_RATE));
  }

  /**
   * The smallest filter for this many keys: with the given width, or with the one of all widths
   * that keeps the rate in the fewest bytes. A narrower remainder sometimes pays even though it
   * takes more slots to keep the rate.
   *
   * @throws IllegalArgumentException if no array is long enough
   */
  QuotientGeometry geometryFor(long keys) {
    QuotientGeometry best = null;
    if (remainderBits != 0) {
      best = smallest(best, slotsFor(keys), remainderBits);
    } else {
      // The share of hits that one fingerprint among so many must not pass.
      double share = -Math.expm1(Math.log1p(-falsePositiveRate) / Math.max(keys, 1));
      for (int bits = 1; bits <= QuotientGeometry.MAX_REMAINDER_BITS; bits++) {
        long forRate = (long) Math.ceil(1 / (share * (1L << bits)));
        best = smallest(best, Math.max(slotsFor(keys), forRate), bits);
      }
    }
    if (best == null) {
      throw new IllegalArgumentException(keys + " keys are too many for one quotient filter");
    }
    return best;
  }

  private static long slotsFor(long keys) {
    long atFullLoad = (long) Math.ceil(keys / QuotientGeometry.MAX_LOAD);
    return Math.max(Math.max(atFullLoad, keys + 1), QuotientGeometry.MIN_SLOTS);
  }

  private static QuotientGeometry smallest(QuotientGeometry best, long slots, int bits) {
    if (slots > QuotientGeometry.maxSlots(bits)) {
      return best;
    }
    QuotientGeometry other = new QuotientGeometry((int) slots, bits);
    return best == null || other.payloadLength() < best.payloadLength() ? other : best;
  }
}
