package io.koel.filter.bloom;

import io.koel.filter.PayloadBytes;

/**
 * The size of a Bloom filter and its number of probes.
 *
 * <p>With n keys in m bits a bit is 0 with probability e^(-kn/m), so an absent key is let through
 * with probability (1 - e^(-kn/m))^k. Solved for m, this gives the memory for a wanted rate.
 *
 * @param sizeInBytes length of the bit array, whole words of 64 bits
 * @param probes bits per key, k
 */
record BloomShape(int sizeInBytes, int probes) {

  static final int MAX_PROBES = 64;

  static BloomShape of(BloomTarget target, long keys) {
    return target.byRate() ? forRate(keys, target.fpp()) : forBits(keys, target.bits());
  }

  private static BloomShape forBits(long keys, double bits) {
    int sizeInBytes = sizeInBytes(bits * keys);
    BloomShape best = new BloomShape(sizeInBytes, 1);
    for (int probes = 2; probes <= MAX_PROBES; probes++) {
      BloomShape shape = new BloomShape(sizeInBytes, probes);
      if (shape.falsePositiveRate(keys) < best.falsePositiveRate(keys)) {
        best = shape;
      }
    }
    return best;
  }

  private static BloomShape forRate(long keys, double rate) {
    double leastBits = Double.POSITIVE_INFINITY;
    int leastProbes = 1;
    for (int probes = 1; probes <= MAX_PROBES; probes++) {
      double bits = -probes * (double) keys / Math.log1p(-Math.pow(rate, 1.0 / probes));
      if (bits < leastBits) {
        leastBits = bits;
        leastProbes = probes;
      }
    }
    return new BloomShape(sizeInBytes(leastBits), leastProbes);
  }

  /** A filter that would outgrow an array is made as large as one: denser, but never refused. */
  private static int sizeInBytes(double bits) {
    double words = Math.min(Math.ceil(bits / Long.SIZE), PayloadBytes.MAX_LENGTH / Long.BYTES);
    return Long.BYTES * (int) Math.max(1, words);
  }

  double falsePositiveRate(long keys) {
    double bits = 8.0 * sizeInBytes;
    return Math.pow(-Math.expm1(-probes * (double) keys / bits), probes);
  }
}
