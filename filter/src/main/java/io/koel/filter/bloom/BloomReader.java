package io.koel.filter.bloom;

import io.koel.filter.FilterReader;
import io.koel.filter.HashMix;
import io.koel.filter.PayloadBytes;

/**
 * A Bloom filter over the bytes of its payload.
 *
 * <p>Positions come by double hashing: two hashes x and y are drawn from the key's, x modulo 2^64
 * stands for a position, and the next x is x + y. Here y is rotated at each step. With a fixed step
 * the positions of two keys would agree, all of them or shifted by a few, as soon as their first
 * two do, which happens in small filters; so they agree only if all bits of y do.
 *
 * <p>Half of all bits are set in a well-filled filter, so that a branch after each of the first
 * probes would be mispredicted every other time. The first four are taken together, which leaves
 * one absent key in sixteen, and lets their cache misses overlap. They are written out because a
 * loop around them takes half as long again (FilterLookupBenchmark).
 *
 * <p>Source: A. Kirsch and M. Mitzenmacher, "Less hashing, same performance: building a better
 * Bloom filter", ESA 2006.
 */
final class BloomReader implements FilterReader {

  static final int HEADER_LENGTH = 8;

  private static final long A = 0xd6e8feb86659fd93L;
  private static final long B = 0xff51afd7ed558ccdL;
  private static final int ROTATION = 13;
  private static final int TOGETHER = 4;

  private final byte[] payload;
  private final int probes;
  private final int words;
  private final long keyCount;

  BloomReader(byte[] payload, long keyCount) {
    this.payload = payload;
    this.probes = payload[0];
    this.words = words(payload);
    this.keyCount = keyCount;
  }

  private static int words(byte[] payload) {
    return (payload.length - HEADER_LENGTH) / Long.BYTES;
  }

  /** Sets the bits of one key. */
  static void set(byte[] payload, long keyHash) {
    int words = words(payload);
    long x = first(keyHash);
    long y = step(x);
    for (int i = payload[0]; i > 0; i--) {
      int at = wordAt(x, words);
      PayloadBytes.putLong(payload, at, PayloadBytes.getLong(payload, at) | 1L << bitOf(x));
      x += y;
      y = Long.rotateLeft(y, ROTATION);
    }
  }

  private static long first(long keyHash) {
    return keyHash * A;
  }

  private static long step(long first) {
    return (first ^ first >>> 32) * B;
  }

  /** The word is the fraction x / 2^64 of all words; its bit is given by the six bits below. */
  private static int wordAt(long x, int words) {
    return HEADER_LENGTH + Long.BYTES * HashMix.reduceHigh(x, words);
  }

  private static long bitOf(long x) {
    return x >>> 26;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    long x = first(keyHash);
    long y = step(x);
    if (probes < TOGETHER) {
      return areSet(x, y, probes);
    }
    long second = x + y;
    long third = second + Long.rotateLeft(y, ROTATION);
    long fourth = third + Long.rotateLeft(y, 2 * ROTATION);
    long fifth = fourth + Long.rotateLeft(y, 3 * ROTATION);
    return (bit(x) & bit(second) & bit(third) & bit(fourth) & 1) != 0
        && areSet(fifth, Long.rotateLeft(y, 4 * ROTATION), probes - TOGETHER);
  }

  private boolean areSet(long x, long y, int count) {
    for (int i = count; i > 0; i--) {
      if ((bit(x) & 1) == 0) {
        return false;
      }
      x += y;
      y = Long.rotateLeft(y, ROTATION);
    }
    return true;
  }

  /** A number whose lowest bit is the one that x stands for. */
  private long bit(long x) {
    return PayloadBytes.getLong(payload, wordAt(x, words)) >>> bitOf(x);
  }

  @Override
  public long keyCount() {
    return keyCount;
  }

  @Override
  public long sizeInBytes() {
    return payload.length;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return new BloomShape(payload.length - HEADER_LENGTH, probes).falsePositiveRate(keyCount);
  }
}
