package io.koel.filter.bloom;

import io.koel.filter.PayloadBytes;

/**
 * The size of a blocked Bloom filter and its number of probes.
 *
 * <p>Blocks do not get equally many keys: n keys spread over B blocks binomially, and a crowded
 * block lets more through than a sparse one saves. Of the s = 512 bits of a block with j keys X are
 * set, and each of an absent key's k probes finds a set bit with probability X/s, so
 *
 * <pre>
 * rate = sum over j of binomial(n, 1/B)(j) * E[(X/s)^k],   E[X/s] = 1 - (1 - 1/s)^(kj)
 * </pre>
 *
 * The formula for one large array would promise a sixth less at 10 bits per key.
 *
 * @param blocks number of blocks
 * @param probes bits per key, k
 */
record BlockedBloomShape(int blocks, int probes) {

  static final int BLOCK_BYTES = 64;
  static final int BLOCK_BITS = 8 * BLOCK_BYTES;
  static final int MAX_PROBES = 28;
  private static final double LOG_ONE_STAYS_ZERO = Math.log1p(-1.0 / BLOCK_BITS);
  private static final double LOG_TWO_STAY_ZERO = Math.log1p(-2.0 / BLOCK_BITS);
  private static final int MAX_BLOCKS = PayloadBytes.MAX_LENGTH / BLOCK_BYTES;

  static BlockedBloomShape of(BloomTarget target, long keys) {
    return target.byRate() ? forRate(keys, target.fpp()) : forBits(keys, target.bits());
  }

  private static BlockedBloomShape forBits(long keys, double bits) {
    double blocks = Math.ceil(bits * keys / BLOCK_BITS);
    return withBestProbes((int) Math.max(1, Math.min(blocks, MAX_BLOCKS)), keys);
  }

  /** The fewest blocks that keep the rate, by bisection: more blocks never let more through. */
  private static BlockedBloomShape forRate(long keys, double rate) {
    int tooFew = 0;
    int enough = 1;
    while (enough < MAX_BLOCKS && withBestProbes(enough, keys).falsePositiveRate(keys) > rate) {
      tooFew = enough;
      enough = (int) Math.min(2L * enough, MAX_BLOCKS);
    }
    while (enough - tooFew > 1) {
      int middle = (tooFew + enough) >>> 1;
      if (withBestProbes(middle, keys).falsePositiveRate(keys) > rate) {
        tooFew = middle;
      } else {
        enough = middle;
      }
    }
    return withBestProbes(enough, keys);
  }

  /** The rate falls with the number of probes down to its least and rises from there on. */
  private static BlockedBloomShape withBestProbes(int blocks, long keys) {
    double bits = (double) BLOCK_BITS * blocks / Math.max(1, keys);
    int guess = (int) Math.max(1, Math.min(0.6 * bits, MAX_PROBES));
    BlockedBloomShape best = new BlockedBloomShape(blocks, guess);
    double bestRate = best.falsePositiveRate(keys);
    for (int step : new int[] {1, -1}) {
      int probes = best.probes + step;
      while (probes >= 1 && probes <= MAX_PROBES) {
        BlockedBloomShape next = new BlockedBloomShape(blocks, probes);
        double nextRate = next.falsePositiveRate(keys);
        if (nextRate >= bestRate) {
          break;
        }
        best = next;
        bestRate = nextRate;
        probes += step;
      }
    }
    return best;
  }

  int sizeInBytes() {
    return blocks * BLOCK_BYTES;
  }

  double falsePositiveRate(long keys) {
    double mean = (double) keys / blocks;
    if (mean > BLOCK_BITS) {
      return 1; // Nobody would ask for it, and the sum's first term could underflow.
    }
    if (blocks == 1) {
      return rateInBlock(keys);
    }
    double inBlock = 1.0 / blocks;
    double odds = inBlock / (1 - inBlock);
    double load = Math.exp(keys * Math.log1p(-inBlock));
    double rate = 0;
    long last = (long) Math.min(keys, mean + 12 * Math.sqrt(mean) + 20);
    for (long j = 0; j <= last; j++) {
      rate += load * rateInBlock(j);
      load *= (keys - j) * odds / (j + 1);
    }
    return Math.min(1, rate);
  }

  /** E[(X/s)^k], by its expansion around the mean of X as far as the variance. */
  private double rateInBlock(long keys) {
    if (keys == 0) {
      return 0;
    }
    double zero = Math.exp(probes * keys * LOG_ONE_STAYS_ZERO);
    double bothZero = Math.exp(probes * keys * LOG_TWO_STAY_ZERO);
    double variance =
        zero * (1 - zero) / BLOCK_BITS + (1 - 1.0 / BLOCK_BITS) * (bothZero - zero * zero);
    double share = 1 - zero;
    double spread = probes * (probes - 1) / 2.0 * variance / (share * share);
    return Math.min(1, Math.pow(share, probes) * (1 + spread));
  }
}
