package io.koel.filter.cuckoo;

/** How four fingerprints are laid out in a bucket. */
enum BucketLayout {
  PLAIN(4) {
    @Override
    int bucketBits(int bits) {
      return PlainBuckets.bucketBits(bits);
    }

    @Override
    Buckets over(byte[] bytes, int start, int bits) {
      return PlainBuckets.over(bytes, start, bits);
    }
  },

  SEMI_SORTED(5) {
    @Override
    int bucketBits(int bits) {
      return SemiSortedBuckets.bucketBits(bits);
    }

    @Override
    Buckets over(byte[] bytes, int start, int bits) {
      return SemiSortedBuckets.over(bytes, start, bits);
    }
  };

  static final int MAX_BITS = 32;

  private final int minBits;

  BucketLayout(int minBits) {
    this.minBits = minBits;
  }

  /** The shortest fingerprint; the longest has {@link #MAX_BITS}. */
  final int minBits() {
    return minBits;
  }

  /** The size of a bucket of fingerprints of this length. */
  abstract int bucketBits(int bits);

  /** The buckets in {@code bytes}, from {@code start} on. */
  abstract Buckets over(byte[] bytes, int start, int bits);
}
