package io.koel.filter.bloom;

import io.koel.filter.FilterReader;
import io.koel.filter.HashMix;

/**
 * A blocked Bloom filter over an array of words.
 *
 * <p>The upper bits of a multiple of the hash choose a word, and with it the block of eight words
 * that it is in. It is folded and multiplied again for a <i>round</i>: three pairs of bits in three
 * different words of the block. Eleven bits choose each pair, of the 2,016 that a word has. The
 * second word is 1, 3, 5 or 7 from the first, by exclusive-or, and the third 2 or 6. Another
 * multiplication makes another round, which starts at another word; the last round may have one or
 * two pairs. The key hash is well mixed already, so that nothing more is needed to make them
 * independent of each other.
 *
 * <pre>
 * product    := key hash * 0xd6e8feb86659fd93 mod 2^64
 * word(1)    := floor(floor(product / 2^32) * number of words / 2^32)
 * round(1)   := next(product)
 * round(i+1) := next(round(i))
 * next(r)    := (r xor floor(r / 2^32)) * 0xc2b2ae3d27d4eb4f mod 2^64
 * word(i+1)  := word(i) xor floor(round(i+1) / 2^61)
 * the words of round i, of which round := round(i):
 *               word(i), word(i) xor (floor(round / 2^32) and 6 or 1),
 *               word(i) xor (floor(round / 2^33) and 4 or 2)
 * the pair in the first, second and third of them, k = 0, 1, 2:
 *               bits a and (a + 1 + q mod 32) mod 64, from the low end,
 *               with q := floor(round / 2^(11 k)) mod 2^11 and a := floor(q / 32)
 * </pre>
 *
 * <p>Different words and different bits matter: of words and bits drawn freely, a twenty-fifth more
 * keys would be let through. Three words instead of six bits anywhere cost a hundredth, and half of
 * the time.
 *
 * <p>A round's first two pairs are tested together. They turn 19 of 20 absent keys away, where a
 * branch after each would be mispredicted every fifth time. Masks come from a table of 16 KiB,
 * because Java 17 compiles a shift by a variable number of places to several instructions
 * (FilterLookupBenchmark).
 */
final class BlockedBloomReader implements FilterReader {

  /**
   * Where the blocks begin. Large arrays begin with a region of the heap, and their words 16 bytes
   * later: blocks are cache lines.
   */
  static final int FIRST_WORD = 6;

  static final int PAIRS_PER_ROUND = 3;

  private static final long BLOCK_FACTOR = 0xd6e8feb86659fd93L;
  private static final long ROUND_FACTOR = 0xc2b2ae3d27d4eb4fL;
  private static final int PAIR_BITS = 11;
  private static final long[] PAIRS = new long[1 << PAIR_BITS];

  static {
    // Six bits for a first bit and five for how far up, around the word's end, the second is: 1 to
    // 32, as further up is the same as less far down.
    for (int i = 0; i < PAIRS.length; i++) {
      PAIRS[i] = Long.rotateLeft(1L | 2L << (i & 31), i >>> 5);
    }
  }

  private final long[] words;
  private final int wordCount;
  private final int pairs;
  private final long keyCount;

  BlockedBloomReader(long[] words, int pairs, long keyCount) {
    this.words = words;
    this.wordCount = words.length - FIRST_WORD;
    this.pairs = pairs;
    this.keyCount = keyCount;
  }

  /** The upper bits are folded in, as the lowest of a product depend on the lowest alone. */
  private static long nextRound(long round) {
    return (round ^ round >>> 32) * ROUND_FACTOR;
  }

  private static int secondWord(int first, long round) {
    return first ^ ((int) (round >>> 32) & 6 | 1);
  }

  private static int thirdWord(int first, long round) {
    return first ^ ((int) (round >>> 33) & 4 | 2);
  }

  /** The word that a further round starts with, in the block of the last. */
  private static int nextWord(int first, long round) {
    return first ^ (int) (round >>> 61);
  }

  private static long pair(long round, int number) {
    return PAIRS[(int) (round >>> number * PAIR_BITS) & PAIRS.length - 1];
  }

  /** Sets the bits of one key. */
  static void set(long[] words, int pairs, long keyHash) {
    long product = keyHash * BLOCK_FACTOR;
    int first = HashMix.reduceHigh(product, words.length - FIRST_WORD);
    long round = nextRound(product);
    for (int left = pairs; left > 0; left -= PAIRS_PER_ROUND) {
      words[FIRST_WORD + first] |= pair(round, 0);
      if (left > 1) {
        words[FIRST_WORD + secondWord(first, round)] |= pair(round, 1);
      }
      if (left > 2) {
        words[FIRST_WORD + thirdWord(first, round)] |= pair(round, 2);
      }
      round = nextRound(round);
      first = nextWord(first, round);
    }
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    long[] bits = words;
    long product = keyHash * BLOCK_FACTOR;
    int first = HashMix.reduceHigh(product, wordCount);
    long round = nextRound(product);
    int left = pairs;
    while (left >= PAIRS_PER_ROUND) {
      long missing =
          pair(round, 0) & ~bits[FIRST_WORD + first]
              | pair(round, 1) & ~bits[FIRST_WORD + secondWord(first, round)];
      if (missing != 0 || (pair(round, 2) & ~bits[FIRST_WORD + thirdWord(first, round)]) != 0) {
        return false;
      }
      left -= PAIRS_PER_ROUND;
      if (left == 0) {
        return true;
      }
      round = nextRound(round);
      first = nextWord(first, round);
    }
    return (pair(round, 0) & ~bits[FIRST_WORD + first]) == 0
        && (left == 1 || (pair(round, 1) & ~bits[FIRST_WORD + secondWord(first, round)]) == 0);
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
    int blocks = wordCount / BlockedBloomShape.BLOCK_WORDS;
    return new BlockedBloomShape(blocks, pairs).falsePositiveRate(keyCount);
  }
}
