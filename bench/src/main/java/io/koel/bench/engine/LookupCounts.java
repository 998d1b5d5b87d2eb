package io.koel.bench.engine;

/**
 * What lookups cost, in counts.
 *
 * @param denied tables that a filter ruled out
 * @param truePositives tables that a filter let through and that had the key
 * @param falsePositives tables that a filter let through and that did not have the key
 * @param diskReads data blocks that were not in the block cache
 * @param cacheHits data blocks that were
 */
public record LookupCounts(
    long denied, long truePositives, long falsePositives, long diskReads, long cacheHits) {

  public static final LookupCounts ZERO = new LookupCounts(0, 0, 0, 0, 0);

  /** How often a filter let a table through. */
  public long passed() {
    return truePositives + falsePositives;
  }

  /** How often a filter was asked. */
  public long checks() {
    return denied + truePositives + falsePositives;
  }

  /**
   * The share of tables without the key that the filter let through all the same; NaN when no
   * filter was asked about an absent key.
   */
  public double falsePositiveRate() {
    long negatives = denied + falsePositives;
    return negatives == 0 ? Double.NaN : (double) falsePositives / negatives;
  }

  public LookupCounts plus(LookupCounts other) {
    return new LookupCounts(
        denied + other.denied,
        truePositives + other.truePositives,
        falsePositives + other.falsePositives,
        diskReads + other.diskReads,
        cacheHits + other.cacheHits);
  }

  public LookupCounts minus(LookupCounts earlier) {
    return new LookupCounts(
        denied - earlier.denied,
        truePositives - earlier.truePositives,
        falsePositives - earlier.falsePositives,
        diskReads - earlier.diskReads,
        cacheHits - earlier.cacheHits);
  }
}
