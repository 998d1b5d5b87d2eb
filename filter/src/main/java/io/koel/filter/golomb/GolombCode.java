package io.koel.filter.golomb;

import io.koel.filter.PayloadBytes;

/**
 * Golomb's code with the parameter m, within the bits of a byte array, each byte from its low end
 * on.
 *
 * <p>A number is a multiple of m and a remainder. The factor is coded as so many zeros and a one.
 * The remainder takes b - 1 bits if it is small and b bits else, where b is the bits of m - 1: of
 * the 2^b numbers of b bits, u = 2^b - m are not needed, so that the numbers of b - 1 bits below u
 * can be codes of their own. A longer code is the number plus u, its lowest bit last.
 */
final class GolombCode {

  /** Bytes that must follow the code, so that any part of it can be read as part of eight bytes. */
  static final int PADDING = 16;

  static final long MAX_PARAMETER = 1L << 40;
  private static final int WINDOW_BITS = 57;

  private final long parameter;
  private final int shortBits;
  private final long shortCodes;

  /** REQUIRES: {@code parameter} is within 1 .. {@link #MAX_PARAMETER}. */
  GolombCode(long parameter) {
    this.parameter = parameter;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(parameter - 1);
    this.shortBits = Math.max(0, bits - 1);
    // With m = 1 all remainders are 0 and take no bits.
    this.shortCodes = bits == 0 ? 1 : (1L << bits) - parameter;
  }

  /** The best code for numbers that are g with probability p (1 - p)^g. */
  static GolombCode forProbability(double p) {
    double best = Math.ceil(-Math.log(2 - p) / Math.log1p(-p));
    return new GolombCode((long) Math.max(1, Math.min(best, MAX_PARAMETER)));
  }

  long parameter() {
    return parameter;
  }

  /** Numbers that add up to {@code sum} take at most so many bits. */
  double maxBits(long numbers, double sum) {
    return sum / parameter + (shortBits + 2.0) * numbers;
  }

  /** Appends a number to bits that are all 0; returns where the next goes. */
  long append(byte[] bytes, long at, long number) {
    long factor = number / parameter;
    long remainder = number - factor * parameter;
    long next = at + factor;
    put(bytes, next++, 1);
    if (remainder < shortCodes) {
      put(bytes, next, remainder);
      return next + shortBits;
    }
    long code = remainder + shortCodes;
    put(bytes, next, code >>> 1);
    put(bytes, next + shortBits, code & 1);
    return next + shortBits + 1;
  }

  private static void put(byte[] bytes, long at, long bits) {
    int offset = (int) (at >>> 3);
    PayloadBytes.putLong(bytes, offset, PayloadBytes.getLong(bytes, offset) | bits << (at & 7));
  }

  /** The bits from {@code at} on, at least {@link #WINDOW_BITS} of them. */
  private static long window(byte[] bytes, long at) {
    return PayloadBytes.getLong(bytes, (int) (at >>> 3)) >>> (at & 7);
  }

  /**
   * Whether {@code wanted} is among the numbers whose gaps are coded from bit {@code at} on. The
   * gap to the next number is coded as one less than it is, the first one as if -1 were before it.
   *
   * @param end where the bytes of the gaps end; bits that no code takes are 0
   */
  boolean contains(byte[] bytes, long at, long end, long wanted) {
    long value = -1;
    while (value < wanted) {
      long window = window(bytes, at);
      while (window == 0 && at < end) {
        value += WINDOW_BITS * parameter;
        at += WINDOW_BITS;
        window = window(bytes, Math.min(at, end));
      }
      int zeros = Long.numberOfTrailingZeros(window);
      at += zeros + 1;
      if (at > end) {
        return false;
      }
      value += zeros * parameter + 1;
      // Most numbers are within one window. Their chain of dependent reads is what a lookup waits
      // for.
      window = zeros + shortBits + 2 <= WINDOW_BITS ? window >>> zeros + 1 : window(bytes, at);
      long remainder = window & (1L << shortBits) - 1;
      // Which codes are short cannot be predicted, so there is no branch.
      int longer = (int) (shortCodes - 1 - remainder >>> 63);
      at += shortBits + longer;
      remainder = (remainder << longer | window >>> shortBits & longer) - (shortCodes & -longer);
      value += remainder;
    }
    return value == wanted;
  }
}
