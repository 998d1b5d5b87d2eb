package io.koel.filter.quotient;

import io.koel.filter.PayloadBytes;

/** Arithmetic on rows of bits that lie in consecutive words of a payload. */
final class SlotBits {

  private SlotBits() {}

  /** The bits of the word numbered {@code word} that are at or below a position in the row. */
  static long upTo(int position, int word) {
    return word == position >>> 6 ? -1L >>> 63 - (position & 63) : -1L;
  }

  /** The bits of the word numbered {@code word} that are at or above a position in the row. */
  static long startingAt(int position, int word) {
    return word == position >>> 6 ? -1L << position : -1L;
  }

  /**
   * The position of the n-th set bit.
   *
   * <p>REQUIRES: 0 &lt; n, and so many are set.
   */
  static int select(long word, int n) {
    long rest = word;
    int left = n;
    int at = 0;
    for (int half = 32; half > 0; half >>>= 1) {
      int low = Long.bitCount(rest & (1L << half) - 1);
      if (left > low) {
        left -= low;
        rest >>>= half;
        at += half;
      }
    }
    return at;
  }

  /** Sets the bits {@code from .. to} of the word at an offset. */
  static void set(byte[] bytes, int offset, int from, int to) {
    long word = PayloadBytes.getLong(bytes, offset);
    PayloadBytes.putLong(bytes, offset, word | upTo(to, 0) & startingAt(from, 0));
  }

  /**
   * Moves the bits {@code from .. to-1} of the row at an offset up by {@code by}.
   *
   * <p>REQUIRES: from &lt; to, 0 &lt; by &lt; 64.
   */
  static void moveUp(byte[] bytes, int offset, int from, int to, int by) {
    int first = from + by;
    int last = to + by - 1;
    for (int word = last >>> 6; word >= first >>> 6; word--) {
      long here = PayloadBytes.getLong(bytes, offset + 8 * word);
      long before = word == 0 ? 0 : PayloadBytes.getLong(bytes, offset + 8 * word - 8);
      long mask = upTo(last, word) & startingAt(first, word);
      long moved = here << by | before >>> 64 - by;
      PayloadBytes.putLong(bytes, offset + 8 * word, here & ~mask | moved & mask);
    }
  }

  /**
   * Moves the bits {@code from+by .. to+by-1} of the row at an offset down by {@code by}.
   *
   * <p>REQUIRES: from &lt; to, 0 &lt; by &lt; 64.
   */
  static void moveDown(byte[] bytes, int offset, int from, int to, int by) {
    int last = to - 1;
    int lastSource = last + by >>> 6;
    for (int word = from >>> 6; word <= last >>> 6; word++) {
      long here = PayloadBytes.getLong(bytes, offset + 8 * word);
      long after = word == lastSource ? 0 : PayloadBytes.getLong(bytes, offset + 8 * word + 8);
      long mask = upTo(last, word) & startingAt(from, word);
      long moved = here >>> by | after << 64 - by;
      PayloadBytes.putLong(bytes, offset + 8 * word, here & ~mask | moved & mask);
    }
  }
}
