package io.koel.filter.xor;

import io.koel.filter.PayloadBytes;

/**
 * Numbers of 1 to 32 bits, one after another from the low end of each byte on, within the bytes of
 * a payload. At least {@link #PADDING} bytes must follow them, so that each, and one more, can be
 * read as part of eight bytes.
 */
final class FingerprintTable {

  static final int PADDING = 8;

  private FingerprintTable() {}

  static long sizeInBytes(long count, int width) {
    return (count * width + 7) >>> 3;
  }

  /** Number {@code index} in its lowest {@code width} bits; what is above them is undefined. */
  static int get(byte[] bytes, int offset, int width, int index) {
    if (width == 8) {
      return bytes[offset + index];
    }
    long bit = (long) index * width;
    return (int) (PayloadBytes.getLong(bytes, offset + (int) (bit >>> 3)) >>> (bit & 7));
  }

  /**
   * Sets number {@code index}.
   *
   * <p>REQUIRES: it is 0 so far.
   */
  static void set(byte[] bytes, int offset, int width, int index, int value) {
    long bit = (long) index * width;
    int at = offset + (int) (bit >>> 3);
    long bits = (value & (1L << width) - 1) << (bit & 7);
    PayloadBytes.putLong(bytes, at, PayloadBytes.getLong(bytes, at) | bits);
  }
}
