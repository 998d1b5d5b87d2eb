package io.koel.filter.bloom;

/**
 * How likely the pairs of an absent key are all covered in a block of a blocked Bloom filter that
 * has j keys. A pair is covered if both its bits are set.
 *
 * <p>Let C be the probability that a random pair of a word is covered, given the bits that are set.
 * It differs from word to word and from block to block; p pairs are all covered with probability
 *
 * <pre>
 * E[C1 C2 ... Cp] = E[C]^p (1 + s (E[C C']/E[C]^2 - 1) + t (E[C C"]/E[C]^2 - 1) + ...)
 * </pre>
 *
 * Two of the p pairs are of one round, and then in different words, or of two rounds, and then in
 * any words, perhaps in the same: s and t count these cases, and C' and C" are such second words.
 * Terms with three words are left out. The expectations are exact: given bits are all set with
 * probability 1 - P(one is not) + P(two are not) - ..., and bits are not set if each of the j keys
 * misses them.
 */
final class PairCoverage {

  private static final int BITS = Long.SIZE;
  private static final int WORDS = BlockedBloomShape.BLOCK_WORDS;
  private static final int ROUND = BlockedBloomReader.PAIRS_PER_ROUND;
  private static final int MAX_BITS_MISSED = 4;

  /** Combinations of two words; a round never has the four that are 4 apart. */
  private static final double WORD_COMBINATIONS = 28;

  private static final double ROUND_COMBINATIONS = 24;

  private final int pairs;
  private final int sameRound;
  private final double[] logMissInWord = new double[MAX_BITS_MISSED + 1];
  private final double[] logMissInRound;
  private final double[] logMissInTwoWords;

  PairCoverage(int pairs) {
    this.pairs = pairs;
    this.sameRound = pairs / ROUND * combinations(ROUND) + combinations(pairs % ROUND);
    for (int bits = 0; bits <= MAX_BITS_MISSED; bits++) {
      logMissInWord[bits] = logMiss(bits, 0, WORD_COMBINATIONS);
    }
    logMissInRound = logMissInBoth(ROUND_COMBINATIONS);
    logMissInTwoWords = logMissInBoth(WORD_COMBINATIONS);
  }

  /** For one given bit in each of two words, for one and two, and for two and two. */
  private double[] logMissInBoth(double wordCombinations) {
    return new double[] {
      logMiss(1, 1, wordCombinations),
      logMiss(1, 2, wordCombinations),
      logMiss(2, 2, wordCombinations)
    };
  }

  private static int combinations(int of) {
    return of * (of - 1) / 2;
  }

  /** The logarithm of the probability that a key sets none of so many given bits in two words. */
  private double logMiss(int inOne, int inOther, double wordCombinations) {
    return pairs / ROUND * logMiss(inOne, inOther, wordCombinations, ROUND)
        + logMiss(inOne, inOther, wordCombinations, pairs % ROUND);
  }

  private static double logMiss(int inOne, int inOther, double wordCombinations, int pairsOfRound) {
    double one = hit(inOne);
    double other = hit(inOther);
    double eitherWord = (double) pairsOfRound / WORDS;
    double bothWords = combinations(pairsOfRound) / wordCombinations;
    return Math.log1p(bothWords * one * other - eitherWord * (one + other));
  }

  /** The probability that a pair in a word has one of so many given bits. */
  private static double hit(int bits) {
    return 1 - (BITS - bits) * (BITS - bits - 1.0) / (BITS * (BITS - 1.0));
  }

  /** The probability that all pairs of an absent key are covered by so many keys. */
  double of(long keys) {
    double one = Math.exp(keys * logMissInWord[1]);
    double two = Math.exp(keys * logMissInWord[2]);
    double three = Math.exp(keys * logMissInWord[3]);
    double four = Math.exp(keys * logMissInWord[4]);
    double mean = 1 - 2 * one + two;
    if (mean <= 0) {
      return 0;
    }
    // Two pairs of one word have 4 different bits, or 3, or 2.
    double apart = (double) combinations(BITS - 2) / combinations(BITS);
    double equal = 1.0 / combinations(BITS);
    double sameWord =
        apart * (1 - 4 * one + 6 * two - 4 * three + four)
            + (1 - apart - equal) * (1 - 3 * one + 3 * two - three)
            + equal * mean;
    double inOneWord = 1 - 4 * one + 2 * two;
    double anyWords =
        (sameWord + (WORDS - 1) * (inOneWord + inBothWords(logMissInTwoWords, keys))) / WORDS;
    double differentWords = inOneWord + inBothWords(logMissInRound, keys);
    double spread =
        sameRound * (differentWords / (mean * mean) - 1)
            + (combinations(pairs) - sameRound) * (anyWords / (mean * mean) - 1);
    return Math.max(0, Math.min(1, Math.pow(mean, pairs) * (1 + spread)));
  }

  /** Of the sum for two pairs in different words, the part with bits missed in both of them. */
  private static double inBothWords(double[] logMiss, long keys) {
    return 4 * Math.exp(keys * logMiss[0])
        - 4 * Math.exp(keys * logMiss[1])
        + Math.exp(keys * logMiss[2]);
  }
}
