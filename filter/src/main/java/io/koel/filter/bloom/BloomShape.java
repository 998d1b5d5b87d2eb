package io.koel.filter.bloom;

import io.koel.filter.PayloadBytes;

/**
 * The size of a Bloom filter and its number of probes.
 *
 * <p>An absent key is let through with probability E[S^k], where k is the number of probes and S
 * the share of bits that are set. In a large filter S is near its mean, so that this is the
 * well-known (1 - e^(-kn/m))^k for n keys in m bits, which, solved for m, gives the memory for a
 * wanted rate. In a small one S varies, and a filter that happens to be fuller lets more through
 * than an emptier one saves: with a relative variance v, by the factor e^(v k (k-1) / 2).
 *
 * @param sizeInBytes length of the bit array
 * @param probes bits per key, k
 */
record BloomShape(int sizeInBytes, int probes) {

  static final int MAX_PROBES = 64;

  /**
   * The shape that a filter of so many keys is to have.
   *
   * @param unitBytes what the length of the bit array is a multiple of
   */
  static BloomShape of(BloomTarget target, long keys, int unitBytes) {
    return target.byRate()
        ? forRate(keys, target.fpp(), unitBytes)
        : forBits(keys, target.bits(), unitBytes);
  }

  private static BloomShape forBits(long keys, double bits, int unitBytes) {
    int sizeInBytes = sizeInBytes(bits * keys, unitBytes);
    BloomShape best = new BloomShape(sizeInBytes, 1);
    for (int probes = 2; probes <= MAX_PROBES; probes++) {
      BloomShape shape = new BloomShape(sizeInBytes, probes);
      if (shape.falsePositiveRate(keys) < best.falsePositiveRate(keys)) {
        best = shape;
      }
    }
    return best;
  }

  private static BloomShape forRate(long keys, double rate, int unitBytes) {
    double leastBits = Double.POSITIVE_INFINITY;
    int leastProbes = 1;
    for (int probes = 1; probes <= MAX_PROBES; probes++) {
      double bits = -probes * (double) keys / Math.log1p(-Math.pow(rate, 1.0 / probes));
      if (bits < leastBits) {
        leastBits = bits;
        leastProbes = probes;
      }
    }
    BloomShape shape = new BloomShape(sizeInBytes(leastBits, unitBytes), leastProbes);
    // Few keys need some units more than the formula for many says.
    while (shape.falsePositiveRate(keys) > rate && shape.sizeInBytes < maxSize(unitBytes)) {
      shape = new BloomShape(shape.sizeInBytes + unitBytes, leastProbes);
    }
    return shape;
  }

  private static int maxSize(int unitBytes) {
    return PayloadBytes.MAX_LENGTH / unitBytes * unitBytes;
  }

  /** A filter that would outgrow an array is made as large as one: denser, but never refused. */
  private static int sizeInBytes(double bits, int unitBytes) {
    double units = Math.ceil(bits / Byte.SIZE / unitBytes);
    return (int) Math.max(unitBytes, Math.min(units * unitBytes, maxSize(unitBytes)));
  }

  double falsePositiveRate(long keys) {
    if (keys == 0) {
      return 0;
    }
    double bits = (double) Byte.SIZE * sizeInBytes;
    double throwsOfBits = (double) probes * keys;
    double clear = Math.exp(throwsOfBits * Math.log1p(-1 / bits));
    double set = -Math.expm1(throwsOfBits * Math.log1p(-1 / bits));
    // That two different bits are both clear is a little less likely than if they did not compete.
    double competing = Math.expm1(throwsOfBits * Math.log1p(-1 / ((bits - 1) * (bits - 1))));
    double variance = clear * set / bits + (1 - 1 / bits) * clear * clear * competing;
    double spread = variance / (set * set) * probes * (probes - 1) / 2;
    return Math.min(1, Math.pow(set, probes) * Math.exp(spread));
  }
}
