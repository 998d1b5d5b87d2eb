package io.koel.filter.cuckoo;

import static io.koel.filter.cuckoo.CuckooGeometry.SLOTS;

/** Buckets of four fingerprints one after another. */
class PlainBuckets extends Buckets {

  final int bits;
  private final long mask;

  PlainBuckets(byte[] bytes, int start, int bits) {
    super(bytes, start, bucketBits(bits));
    this.bits = bits;
    this.mask = mask(bits);
  }

  static int bucketBits(int bits) {
    return SLOTS * bits;
  }

  static PlainBuckets over(byte[] bytes, int start, int bits) {
    return fitsOneRead(bucketBits(bits))
        ? new AtOnce(bytes, start, bits)
        : new PlainBuckets(bytes, start, bits);
  }

  @Override
  boolean mightContain(int first, int second, int fingerprint) {
    return has(position(first), fingerprint) | has(position(second), fingerprint);
  }

  private boolean has(long position, int fingerprint) {
    return slot(position, 0) == fingerprint
        | slot(position, 1) == fingerprint
        | slot(position, 2) == fingerprint
        | slot(position, 3) == fingerprint;
  }

  private int slot(long position, int slot) {
    return (int) (read(position + slot * bits) & mask);
  }

  @Override
  final void load(int bucket, int[] four) {
    long position = position(bucket);
    for (int slot = 0; slot < SLOTS; slot++) {
      four[slot] = slot(position, slot);
    }
  }

  @Override
  final void store(int bucket, int[] four) {
    long position = position(bucket);
    for (int slot = 0; slot < SLOTS; slot++) {
      write(position + slot * bits, bits, four[slot] & 0xffffffffL);
    }
  }

  /** Buckets that fit one read: all four slots are compared at once. */
  private static final class AtOnce extends PlainBuckets {

    private final long ones;
    private final long highs;

    AtOnce(byte[] bytes, int start, int bits) {
      super(bytes, start, bits);
      ones = ones(bits);
      highs = highs(bits);
    }

    @Override
    boolean mightContain(int first, int second, int fingerprint) {
      long wanted = fingerprint * ones;
      long a = read(position(first)) ^ wanted;
      long b = read(position(second)) ^ wanted;
      // A lane that is 0 borrows from its highest bit; which one it was does not matter here.
      return ((a - ones & ~a | b - ones & ~b) & highs) != 0;
    }
  }
}
