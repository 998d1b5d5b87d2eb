package io.koel.filter.bloom;

import io.koel.filter.FilterReader;
import io.koel.filter.HashMix;

/**
 * A Bloom filter over an array of words.
 *
 * <p>Positions come by double hashing: two hashes x and y are drawn from the key's, x modulo 2^64
 * stands for a position, and the next x is x + y. Here y is rotated at each step. With a fixed step
 * the positions of two keys would agree, all of them or shifted by a few, as soon as their first
 * two do, which happens in small filters; so they agree only if all bits of y do.
 *
 * <pre>
 * x(1)   := key hash * 0xd6e8feb86659fd93 mod 2^64
 * y(1)   := (x(1) xor floor(x(1) / 2^32)) * 0xff51afd7ed558ccd mod 2^64
 * x(i+1) := x(i) + y(i) mod 2^64
 * y(i+1) := y(i) rotated left by 13 of its 64 bits
 * word   := floor(floor(x / 2^32) * number of words / 2^32)
 * bit    := floor(x / 2^26) mod 64, from the low end
 * </pre>
 *
 * <p>Half of all bits are set in a well-filled filter, so that a branch after each of the first
 * probes would be mispredicted every other time. The first four are taken together, which leaves
 * one absent key in sixteen, and lets their cache misses overlap; the others in threes, so that a
 * present key does not wait for each. They are written out because a loop around them takes half as
 * long again, and a bit comes from a table because Java 17 compiles a shift by a variable number of
 * places to several instructions (FilterLookupBenchmark).
 *
 * <p>Source: A. Kirsch and M. Mitzenmacher, "Less hashing, same performance: building a better
 * Bloom filter", ESA 2006.
 */
final class BloomReader implements FilterReader {

  private static final long A = 0xd6e8feb86659fd93L;
  private static final long B = 0xff51afd7ed558ccdL;
  private static final int ROTATION = 13;
  private static final int FIRST_TOGETHER = 4;
  private static final int THEN_TOGETHER = 3;
  private static final long[] BIT = new long[Long.SIZE];

  static {
    for (int i = 0; i < BIT.length; i++) {
      BIT[i] = 1L << i;
    }
  }

  private final long[] words;
  private final int probes;
  private final long keyCount;

  BloomReader(long[] words, int probes, long keyCount) {
    this.words = words;
    this.probes = probes;
    this.keyCount = keyCount;
  }

  /** Sets the bits of one key. */
  static void set(long[] words, int probes, long keyHash) {
    long x = first(keyHash);
    long y = step(x);
    for (int i = probes; i > 0; i--) {
      words[wordOf(x, words)] |= bitOf(x);
      x += y;
      y = next(y);
    }
  }

  private static long first(long keyHash) {
    return keyHash * A;
  }

  private static long step(long first) {
    return (first ^ first >>> 32) * B;
  }

  private static long next(long y) {
    return Long.rotateLeft(y, ROTATION);
  }

  /** The word is the fraction x / 2^64 of all words; its bit is given by six bits further down. */
  private static int wordOf(long x, long[] words) {
    return HashMix.reduceHigh(x, words.length);
  }

  private static long bitOf(long x) {
    return BIT[(int) x >>> 26];
  }

  /** Not 0 if the bit that x stands for is not set. */
  private static long missing(long[] words, long x) {
    return bitOf(x) & ~words[wordOf(x, words)];
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    long[] bits = words;
    long x = first(keyHash);
    long y = step(x);
    int left = probes;
    if (left >= FIRST_TOGETHER) {
      long x2 = x + y;
      long y2 = next(y);
      long x3 = x2 + y2;
      long y3 = next(y2);
      long x4 = x3 + y3;
      long y4 = next(y3);
      if ((missing(bits, x) | missing(bits, x2) | missing(bits, x3) | missing(bits, x4)) != 0) {
        return false;
      }
      x = x4 + y4;
      y = next(y4);
      left -= FIRST_TOGETHER;
    }
    while (left >= THEN_TOGETHER) {
      long x2 = x + y;
      long y2 = next(y);
      long x3 = x2 + y2;
      long y3 = next(y2);
      if ((missing(bits, x) | missing(bits, x2) | missing(bits, x3)) != 0) {
        return false;
      }
      x = x3 + y3;
      y = next(y3);
      left -= THEN_TOGETHER;
    }
    return areSet(bits, x, y, left);
  }

  private static boolean areSet(long[] bits, long x, long y, int count) {
    for (int i = count; i > 0; i--) {
      if (missing(bits, x) != 0) {
        return false;
      }
      x += y;
      y = next(y);
    }
    return true;
  }

  @Override
  public long keyCount() {
    return keyCount;
  }

  @Override
  public long sizeInBytes() {
    return (long) Long.BYTES * words.length;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return new BloomShape(Long.BYTES * words.length, probes).falsePositiveRate(keyCount);
  }
}
