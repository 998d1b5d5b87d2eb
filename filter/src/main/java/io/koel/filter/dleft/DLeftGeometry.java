package io.koel.filter.dleft;

import io.koel.filter.HashMix;
import io.koel.filter.PayloadBytes;

/**
 * The shape of a d-left counting Bloom filter, and the places that it gives to a key.
 *
 * <p>A key is known by a bucket number b and a fingerprint f, both of its hash. Its bucket in the
 * first subtable is b, in each other one {@code (b + g(f)) mod m} with a g of the subtable's own.
 * For a given f that is a permutation of the buckets, so two keys that have bucket and fingerprint
 * in common in one subtable have them in common in all: a fingerprint found is that of the key's
 * own class, and never another's.
 *
 * @param buckets m, number of buckets of one subtable
 * @param fingerprintBits width of a fingerprint, which is never 0
 * @param salt which of many mixings of the hashes is used
 */
record DLeftGeometry(int buckets, int fingerprintBits, int salt) {

  static final int SUBTABLES = 4;
  static final int CELLS = 4;
  static final int MIN_FINGERPRINT_BITS = 4;
  static final int MAX_FINGERPRINT_BITS = 28;
  static final int HEADER_LENGTH = 16;

  private static final long SECOND_MULTIPLIER = 0xd6e8feb86659fd93L;

  /** The most buckets of this width that a payload can hold. */
  static int maxBuckets(int fingerprintBits) {
    // Half of an array at most, so that there is room for extra copies, whatever their number.
    return PayloadBytes.MAX_LENGTH / 2 / bytesPerBucketOfEach(fingerprintBits);
  }

  /** The bytes of one bucket in each of the subtables together; always whole. */
  private static int bytesPerBucketOfEach(int fingerprintBits) {
    return bucketBits(fingerprintBits) * SUBTABLES / 8;
  }

  private static int bucketBits(int fingerprintBits) {
    return CELLS * (fingerprintBits + DLeftTable.COUNTER_BITS);
  }

  int bucketBits() {
    return bucketBits(fingerprintBits);
  }

  int tableLength() {
    return buckets * bytesPerBucketOfEach(fingerprintBits);
  }

  DLeftGeometry withSalt(int other) {
    return new DLeftGeometry(buckets, fingerprintBits, other);
  }

  /** The class of a key: its bucket above its fingerprint. */
  long fingerprintClass(long keyHash) {
    long mixed = HashMix.mix(keyHash, salt);
    int fingerprint = 1 + HashMix.reduceLow(mixed, (1 << fingerprintBits) - 1);
    return (long) HashMix.reduceHigh(mixed, buckets) << 32 | fingerprint;
  }

  static int fingerprint(long fingerprintClass) {
    return (int) fingerprintClass;
  }

  static int firstBucket(long fingerprintClass) {
    return (int) (fingerprintClass >>> 32);
  }

  /** How far the buckets of a fingerprint in the subtables are from the first one: 32 bits each. */
  static long spread(int fingerprint) {
    return HashMix.mix(fingerprint, 1);
  }

  /** The number of a class's bucket in a subtable, counted through all subtables. */
  int bucket(int subtable, int firstBucket, long spread) {
    int distance =
        switch (subtable) {
          case 0 -> 0;
          case 1 -> HashMix.reduceHigh(spread, buckets);
          case 2 -> HashMix.reduceLow(spread, buckets);
          default -> HashMix.reduceHigh(spread * SECOND_MULTIPLIER, buckets);
        };
    int bucket = firstBucket + distance;
    return subtable * buckets + (bucket < buckets ? bucket : bucket - buckets);
  }

  /** An absent key passes when one of the keys is of its very class. */
  double falsePositiveRate(long keys) {
    double classes = (double) buckets * ((1L << fingerprintBits) - 1);
    return classes <= 1 ? Math.min(keys, 1) : -Math.expm1(keys * Math.log1p(-1 / classes));
  }
}
