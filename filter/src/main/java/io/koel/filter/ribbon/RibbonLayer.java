package io.koel.filter.ribbon;

import java.util.function.IntUnaryOperator;

/**
 * Where a layer's keys start and what their equations are.
 *
 * <p>A layer has B blocks of 64 slots. A key starts at one of the first 64 B - 63, so that its 64
 * slots are within the layer. Starts are in buckets of 256. Each bucket has a code c: keys whose
 * start is among the first {@code bumpedStarts(c)} of the bucket are not in this layer but in a
 * later one.
 *
 * <pre>
 * hash         := HashMix.mix(h, salt), where h is the key hash in the first layer, and in each
 *                 other one the hash of the layer before
 * start        := floor(floor(hash / 2) * 2 (64 B - 63) / 2^64)
 * coefficients := p xor floor(p / 2^32), where p := hash * 0xd6e8feb86659fd93 mod 2^64; of its 64
 *                 bits, bit j from the low end is for slot start + j, and bit 0 is taken as 1
 * fingerprint  := floor(((hash xor floor(hash / 2^32)) * 0xbea225f9eb34556d mod 2^64) / 2^32)
 * bumpedStarts := 13 c, but 256 for c = 15
 * </pre>
 *
 * Bit i of a key's fingerprint is the sum, modulo two, of the bits of column i in those slots whose
 * coefficient is 1. As many bits count as the block has columns that the key starts in.
 *
 * @param blocks number of blocks, 1 or more
 * @param firstWideBlock keys that start in this block or later have one more fingerprint bit
 * @param salt what the hash from the layer before (the key's own for the first) is mixed with
 */
record RibbonLayer(int blocks, int firstWideBlock, int salt) {

  static final int BLOCK_LOG = 6;
  static final int BLOCK_SLOTS = 1 << BLOCK_LOG;
  static final int BUCKET_LOG = 8;
  static final int BUCKET_STARTS = 1 << BUCKET_LOG;
  static final int CODE_BITS = 4;
  static final int LAST_CODE = (1 << CODE_BITS) - 1;

  /** Trouble is mostly small: the lower codes are close to each other, the last one bumps all. */
  private static final int CODE_STEP = 13;

  /** The most blocks whose slots, and a bucket behind them, an int can number. */
  static final int MAX_BLOCKS = Integer.MAX_VALUE - BUCKET_STARTS >>> BLOCK_LOG;

  private static final long COEFFICIENT_FACTOR = 0xd6e8feb86659fd93L;
  private static final long FINGERPRINT_FACTOR = 0xbea225f9eb34556dL;

  /** A layer in which no key has a wider fingerprint. */
  static RibbonLayer narrow(int blocks, int salt) {
    return new RibbonLayer(blocks, blocks, salt);
  }

  RibbonLayer withFirstWideBlock(int block) {
    return new RibbonLayer(blocks, block, salt);
  }

  int starts() {
    return blocks * BLOCK_SLOTS - (BLOCK_SLOTS - 1);
  }

  int slots() {
    return blocks * BLOCK_SLOTS;
  }

  int buckets() {
    return (starts() + BUCKET_STARTS - 1) >>> BUCKET_LOG;
  }

  /**
   * The share of all starts that are before a block and not bumped.
   *
   * @param codes the code of each bucket
   */
  double keptShare(int block, IntUnaryOperator codes) {
    int end = Math.min(block * BLOCK_SLOTS, starts());
    long kept = 0;
    for (int bucket = 0; bucket << BUCKET_LOG < end; bucket++) {
      int startsBeforeEnd = Math.min(end - (bucket << BUCKET_LOG), BUCKET_STARTS);
      kept += Math.max(0, startsBeforeEnd - bumpedStarts(codes.applyAsInt(bucket)));
    }
    return (double) kept / starts();
  }

  /** A key's start; it never falls as the hash, taken as unsigned, rises. */
  static int start(long hash, int starts) {
    return (int) Math.multiplyHigh(hash >>> 1, 2L * starts);
  }

  /** Which of the 64 slots from the start on are added; the first one always is. */
  static long coefficients(long hash) {
    long product = hash * COEFFICIENT_FACTOR;
    return (product ^ product >>> 32) | 1;
  }

  /** 32 bits, of which a filter uses the lowest. */
  static int fingerprint(long hash) {
    return (int) ((hash ^ hash >>> 32) * FINGERPRINT_FACTOR >>> 32);
  }

  static int bumpedStarts(int code) {
    return code == LAST_CODE ? BUCKET_STARTS : code * CODE_STEP;
  }

  /** The least code that bumps this start. */
  static int codeThatBumps(int startInBucket) {
    return Math.min(startInBucket / CODE_STEP + 1, LAST_CODE);
  }
}
