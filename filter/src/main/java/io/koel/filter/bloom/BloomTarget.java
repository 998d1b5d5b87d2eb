package io.koel.filter.bloom;

import io.koel.filter.FilterSpec;

/**
 * What a spec asks of a Bloom filter: memory per key, or a share of false positives.
 *
 * @param bits bits of memory per key; counts unless {@code byRate}
 * @param fpp share of absent keys let through; counts if {@code byRate}
 */
record BloomTarget(double bits, double fpp, boolean byRate) {

  private static final double DEFAULT_BITS = 10;
  private static final double MIN_BITS = 2;
  private static final double MAX_BITS = 64;
  private static final double MIN_FPP = 1e-8;
  private static final double MAX_FPP = 0.5;

  static BloomTarget of(FilterSpec spec) {
    return of(spec, 1);
  }

  /**
   * What a spec asks for whose memory is not bits but counters, of which each stands for one.
   *
   * @param counterBits the bits of a counter
   */
  static BloomTarget of(FilterSpec spec, int counterBits) {
    spec.requireOnly("bits", "fpp").requireNotBoth("bits", "fpp");
    double memory =
        spec.doubleArgument(
            "bits", counterBits * DEFAULT_BITS, counterBits * MIN_BITS, counterBits * MAX_BITS);
    return new BloomTarget(
        memory / counterBits,
        spec.doubleArgument("fpp", MAX_FPP, MIN_FPP, MAX_FPP),
        spec.has("fpp"));
  }
}
