package io.koel.filter.bloom;

import io.koel.filter.PayloadBytes;

/**
 * The size of a blocked Bloom filter and its number of pairs of bits for each key.
 *
 * <p>Blocks do not get equally many keys: n keys spread over B blocks binomially, and a crowded
 * block lets more through than a sparse one saves:
 *
 * <pre>
 * rate = sum over j of binomial(n, 1/B)(j) * (that j keys cover all pairs of another)
 * </pre>
 *
 * The latter is a {@link PairCoverage}. The formula for one large array would promise a sixth less
 * at 10 bits per key.
 *
 * @param blocks number of blocks
 * @param pairs pairs of bits per key
 */
record BlockedBloomShape(int blocks, int pairs) {

  static final int BLOCK_WORDS = 8;
  static final int BLOCK_BYTES = BLOCK_WORDS * Long.BYTES;
  static final int MAX_PAIRS = 14;
  private static final int BLOCK_BITS = 8 * BLOCK_BYTES;
  private static final int MAX_BLOCKS = (PayloadBytes.MAX_LENGTH - BLOCK_BYTES) / BLOCK_BYTES;

  static BlockedBloomShape of(BloomTarget target, long keys) {
    return target.byRate() ? forRate(keys, target.fpp()) : forBits(keys, target.bits());
  }

  private static BlockedBloomShape forBits(long keys, double bits) {
    double blocks = Math.ceil(bits * keys / BLOCK_BITS);
    return withBestPairs((int) Math.max(1, Math.min(blocks, MAX_BLOCKS)), keys);
  }

  /** The fewest blocks that keep the rate, by bisection: more blocks never let more through. */
  private static BlockedBloomShape forRate(long keys, double rate) {
    int tooFew = 0;
    int enough = 1;
    while (enough < MAX_BLOCKS && withBestPairs(enough, keys).falsePositiveRate(keys) > rate) {
      tooFew = enough;
      enough = (int) Math.min(2L * enough, MAX_BLOCKS);
    }
    while (enough - tooFew > 1) {
      int middle = (tooFew + enough) >>> 1;
      if (withBestPairs(middle, keys).falsePositiveRate(keys) > rate) {
        tooFew = middle;
      } else {
        enough = middle;
      }
    }
    return withBestPairs(enough, keys);
  }

  /** The rate falls with the number of pairs down to its least and rises from there on. */
  private static BlockedBloomShape withBestPairs(int blocks, long keys) {
    double bits = (double) BLOCK_BITS * blocks / Math.max(1, keys);
    int guess = (int) Math.max(1, Math.min(0.3 * bits, MAX_PAIRS));
    BlockedBloomShape best = new BlockedBloomShape(blocks, guess);
    double bestRate = best.falsePositiveRate(keys);
    for (int step : new int[] {1, -1}) {
      int pairs = best.pairs + step;
      while (pairs >= 1 && pairs <= MAX_PAIRS) {
        BlockedBloomShape next = new BlockedBloomShape(blocks, pairs);
        double nextRate = next.falsePositiveRate(keys);
        if (nextRate >= bestRate) {
          break;
        }
        best = next;
        bestRate = nextRate;
        pairs += step;
      }
    }
    return best;
  }

  double falsePositiveRate(long keys) {
    double mean = (double) keys / blocks;
    if (mean > BLOCK_BITS) {
      return 1; // Nobody would ask for it, and the sum's first term could underflow.
    }
    PairCoverage coverage = new PairCoverage(pairs);
    if (blocks == 1) {
      return coverage.of(keys);
    }
    double inBlock = 1.0 / blocks;
    double odds = inBlock / (1 - inBlock);
    double load = Math.exp(keys * Math.log1p(-inBlock));
    double rate = 0;
    long last = (long) Math.min(keys, mean + 12 * Math.sqrt(mean) + 20);
    for (long j = 0; j <= last; j++) {
      rate += load * coverage.of(j);
      load *= (keys - j) * odds / (j + 1);
    }
    return Math.min(1, rate);
  }
}
