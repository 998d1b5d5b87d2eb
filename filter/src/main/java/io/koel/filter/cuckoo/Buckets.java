package io.koel.filter.cuckoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The buckets of a table, packed bit after bit into a part of a byte array, lowest bits first.
 *
 * <p>Every read is one unaligned read of 8 bytes, so {@link #PADDING} bytes must follow the last
 * bucket.
 */
abstract class Buckets {

  /** How far a read of 8 bytes may reach past the byte that it begins in. */
  static final int PADDING = Long.BYTES - 1;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int start;
  private final int bucketBits;

  Buckets(byte[] bytes, int start, int bucketBits) {
    this.bytes = bytes;
    this.start = start;
    this.bucketBits = bucketBits;
  }

  /** Whether one of two buckets has the fingerprint. */
  abstract boolean mightContain(int first, int second, int fingerprint);

  /** Copies a bucket's fingerprints, 0 for each empty slot. */
  abstract void load(int bucket, int[] four);

  /** Replaces a bucket's fingerprints; the order in {@code four} may change. */
  abstract void store(int bucket, int[] four);

  /** Whether a bucket of so many bits can be read at once, wherever it begins. */
  static boolean fitsOneRead(int bucketBits) {
    // Bucket sizes are multiples of 4 bits, so a bucket begins at bit 0 or 4 of a byte; one of 64
    // bits
    // always at 0.
    return bucketBits <= 60 || bucketBits == 64;
  }

  /** The number of the bucket's first bit. */
  final long position(int bucket) {
    return (long) bucket * bucketBits;
  }

  /** The bits from {@code position} on; 57 or more of them are valid. */
  final long read(long position) {
    return (long) LONG.get(bytes, start + (int) (position >>> 3)) >>> (position & 7);
  }

  /**
   * Replaces {@code width} bits.
   *
   * <p>REQUIRES: {@code width <= 57} and no higher bits in {@code value}.
   */
  final void write(long position, int width, long value) {
    int at = start + (int) (position >>> 3);
    int shift = (int) position & 7;
    long others = (long) LONG.get(bytes, at) & ~(mask(width) << shift);
    LONG.set(bytes, at, others | value << shift);
  }

  /** The lowest {@code width} bits, {@code width < 64}. */
  static long mask(int width) {
    return (1L << width) - 1;
  }

  /** The number 1 in each of four lanes of {@code width} bits. */
  static long ones(int width) {
    return 1L | 1L << width | 1L << 2 * width | 1L << 3 * width;
  }

  /** The highest bit of each of four lanes of {@code width} bits. */
  static long highs(int width) {
    return ones(width) << width - 1;
  }
}
