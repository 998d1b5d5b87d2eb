package io.koel.filter.cuckoo;

import io.koel.filter.HashMix;

/**
 * Where a key belongs: pure arithmetic over its mixed hash.
 *
 * <p>A key has a fingerprint and two buckets. Either bucket follows from the other and the
 * fingerprint alone, so that a fingerprint can move without its key: {@code second = (offset(fp) -
 * first) mod m}, which is its own inverse for every number of buckets m, not only for powers of
 * two.
 *
 * <p>Offsets are odd. In a table with an even number of buckets, which is what the builders make,
 * the two buckets then differ for every key, so that each fingerprint class has exactly 8 slots.
 *
 * <p>Fingerprints are unsigned numbers of up to 32 bits, kept in an {@code int}; 0 is an empty
 * slot.
 */
final class CuckooGeometry {

  static final int SLOTS = 4;

  private CuckooGeometry() {}

  /** The key's first bucket, from the upper half of its mixed hash. */
  static int bucket(long mixed, int buckets) {
    return HashMix.reduceHigh(mixed, buckets);
  }

  /** The key's fingerprint, 1 to 2^bits - 1, each equally likely, from the lower half. */
  static int fingerprint(long mixed, int bits) {
    return 1 + (int) ((mixed & 0xffffffffL) * ((1L << bits) - 1) >>> 32);
  }

  /**
   * The other bucket of a fingerprint that may be in {@code bucket}.
   *
   * <p>REQUIRES: {@code buckets >= 2}.
   */
  static int alternate(int bucket, int fingerprint, int buckets) {
    int other = offset(fingerprint, buckets) - bucket;
    return other + (other >> 31 & buckets);
  }

  /**
   * The sum, mod {@code buckets}, of a fingerprint's two buckets: odd, and below {@code buckets}.
   */
  static int offset(int fingerprint, int buckets) {
    long h = (fingerprint & 0xffffffffL) * 0x9e3779b97f4a7c15L;
    // Without this second round the offsets of short fingerprints are multiples of one number, and
    // walks stay in a neighbourhood: with 4 bits a million keys were stuck at a load of 0.89.
    h = (h ^ h >>> 32) * 0xd6e8feb86659fd93L;
    return 1 + 2 * HashMix.reduceHigh(h, buckets >>> 1);
  }

  /**
   * The number of a fingerprint class, equal for equal fingerprints with equal pairs of buckets.
   */
  static long fingerprintClass(int bucket, int fingerprint, int buckets) {
    int lower = Math.min(bucket, alternate(bucket, fingerprint, buckets));
    return (long) lower << 32 | fingerprint & 0xffffffffL;
  }

  /** How many fingerprint classes there are in a table with an even number of buckets. */
  static double classes(int bits, int buckets) {
    return (buckets >>> 1) * (double) ((1L << bits) - 1);
  }

  /**
   * The share of absent keys that a table answers "maybe" for. A key is let through exactly if one
   * of the stored keys is of its class, and all classes are equally likely.
   */
  static double falsePositiveRate(long stored, int bits, int buckets) {
    return -Math.expm1(stored * Math.log1p(-1 / classes(bits, buckets)));
  }
}
