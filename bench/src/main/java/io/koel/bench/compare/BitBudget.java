package io.koel.bench.compare;

import io.koel.bench.engine.RocksFilterSize;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterBuilder;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterContext;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterSpec;
import io.koel.filter.FilterSpecException;
import java.io.IOException;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Finds the setting of a filter that makes the most of a given memory. What a family calls bits is
 * its own matter (bits per key, or bits of a fingerprint), so filters are built over a sample of
 * keys and weighed.
 */
public final class BitBudget {

  /** About the keys of one table. */
  private static final int SAMPLE_KEYS = 60_000;

  /** A budget counts as kept within this share, which is less than a reader sees in a table. */
  private static final double TOLERANCE = 1.005;

  private static final int MAX_BITS = 32;

  private BitBudget() {}

  /** The bits per key that a policy takes. */
  public static double measure(String spec) {
    FilterPolicy policy = FilterCatalog.policy(spec);
    Optional<FilterBuilder> builder = policy.newBuilder(new FilterContext(1, 0, SAMPLE_KEYS));
    if (builder.isEmpty()) {
      return 0;
    }
    SplittableRandom random = new SplittableRandom(SAMPLE_KEYS);
    for (int i = 0; i < SAMPLE_KEYS; i++) {
      builder.get().addHash(random.nextLong());
    }
    FilterBlock block = builder.get().finish();
    return block.payload().length * 8.0 / SAMPLE_KEYS;
  }

  /**
   * The spec of a family that takes the most bits per key within a budget; empty if even its
   * smallest setting takes more.
   */
  public static Optional<String> fit(String family, double bitsPerKey) {
    Optional<String> exact = usable(family, bitsPerKey, bitsPerKey);
    if (exact.isPresent() && measure(exact.get()) > bitsPerKey / TOLERANCE) {
      return exact;
    }
    // No family takes much less than its setting says, and each takes more with a higher one.
    int highest = (int) Math.min(MAX_BITS, Math.ceil(bitsPerKey) + 2);
    for (int bits = highest; bits >= 1; bits--) {
      Optional<String> fitting = usable(family, bits, bitsPerKey);
      if (fitting.isPresent()) {
        return fitting;
      }
    }
    return exact;
  }

  /** The spec with this setting, if the family takes it and it stays within the budget. */
  private static Optional<String> usable(String family, double bits, double bitsPerKey) {
    Object argument = bits == Math.rint(bits) ? (Object) (int) bits : (Object) bits;
    String spec = FilterSpec.of(family).with("bits", argument).toString();
    try {
      return measure(spec) <= bitsPerKey * TOLERANCE ? Optional.of(spec) : Optional.empty();
    } catch (FilterSpecException e) {
      // Not a setting of this family: it takes other numbers.
      return Optional.empty();
    }
  }

  /** The setting of RocksDB's Bloom or Ribbon that takes the most bits per key within a budget. */
  static String fitRocks(String filter, double bitsPerKey) throws IOException {
    double bits = bitsPerKey;
    if (filter.equals("ribbon")) {
      // Its size is nearly linear in the setting; two steps are closer than the tolerance.
      for (int step = 0; step < 2; step++) {
        bits *= bitsPerKey / RocksFilterSize.bitsPerKey(spec(filter, bits), SAMPLE_KEYS);
      }
    }
    return spec(filter, bits);
  }

  private static String spec(String filter, double bits) {
    return FilterSpec.of(filter).with("bits", Math.round(bits * 100) / 100.0).toString();
  }
}
