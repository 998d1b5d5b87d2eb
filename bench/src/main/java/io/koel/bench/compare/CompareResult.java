package io.koel.bench.compare;

import io.koel.bench.engine.Engine;
import java.util.List;
import java.util.Optional;

/**
 * A comparison that has been run.
 *
 * @param budgets the budgets in bits per key, measured where the settings named a filter
 * @param skipped filters that no setting of fits a budget, in words
 * @param live entries that are there at the end
 * @param deleted entries that were deleted
 */
public record CompareResult(
    CompareSettings settings,
    List<Double> budgets,
    List<ConfigurationResult> rows,
    List<String> skipped,
    long live,
    long deleted,
    double seconds) {

  /** The same engine without filters. */
  public Optional<ConfigurationResult> unfiltered(Engine engine) {
    return rows.stream()
        .filter(row -> row.configuration().engine() == engine)
        .filter(row -> row.configuration().isUnfiltered())
        .findFirst();
  }

  /** The share of disk reads that a filter avoids against none; NaN if none was not measured. */
  public double avoided(ConfigurationResult row, LookupKind kind) {
    return unfiltered(row.configuration().engine())
        .map(none -> 1 - row.lookups(kind).diskReads() / none.lookups(kind).diskReads())
        .orElse(Double.NaN);
  }

  /** Disk reads of all kinds of lookups that a filter avoids, per lookup; NaN as above. */
  public double readsAvoidedPerLookup(ConfigurationResult row, LookupKind kind) {
    return unfiltered(row.configuration().engine())
        .map(none -> none.lookups(kind).diskReads() - row.lookups(kind).diskReads())
        .orElse(Double.NaN);
  }
}
