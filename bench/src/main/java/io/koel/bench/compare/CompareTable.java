package io.koel.bench.compare;

import io.koel.bench.report.Figures;
import io.koel.bench.report.TextTable;
import io.koel.bench.workload.Latencies;
import java.util.Locale;

/** A comparison as a table for the terminal. */
public final class CompareTable {

  private final CompareResult result;

  public CompareTable(CompareResult result) {
    this.result = result;
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    TextTable table =
        new TextTable(
            1,
            "filter",
            "bits/key",
            "fp/table",
            "checks",
            "present",
            "absent",
            "deleted",
            "present",
            "absent",
            "deleted",
            "present",
            "absent",
            "deleted",
            "load s",
            "MiB");
    table.over(4, 6, "disk reads/lookup").over(7, 9, "avoided").over(10, 12, "us/lookup p50/p99");
    boolean first = true;
    for (int budget = Configuration.NO_BUDGET; budget < result.budgets().size(); budget++) {
      boolean any = false;
      for (ConfigurationResult row : result.rows()) {
        if (row.configuration().budget() == budget) {
          if (!any && !first) {
            table.gap();
          }
          any = true;
          first = false;
          add(table, row);
        }
      }
    }
    out.append(table);
    result.skipped().forEach(line -> out.append(line).append('\n'));
    return out.append(legend()).toString();
  }

  private void add(TextTable table, ConfigurationResult row) {
    LookupResult present = row.lookups(LookupKind.PRESENT);
    LookupResult absent = row.lookups(LookupKind.ABSENT);
    LookupResult deleted = row.lookups(LookupKind.DELETED);
    table.row(
        row.configuration().label(),
        Figures.fixed(row.bitsPerKey(), 2),
        Figures.percent(row.falsePositiveRate()),
        Figures.fixed(absent.filterChecks(), 2),
        Figures.fixed(present.diskReads(), 4),
        Figures.fixed(absent.diskReads(), 4),
        Figures.fixed(deleted.diskReads(), 4),
        percentAvoided(row, LookupKind.PRESENT),
        percentAvoided(row, LookupKind.ABSENT),
        percentAvoided(row, LookupKind.DELETED),
        micros(present),
        micros(absent),
        micros(deleted),
        Figures.fixed(row.loadSeconds(), 1),
        Figures.fixed(row.sizeInBytes() / 1048576.0, 1));
  }

  private String percentAvoided(ConfigurationResult row, LookupKind kind) {
    if (row.configuration().isUnfiltered()) {
      return "-";
    }
    double avoided = result.avoided(row, kind);
    return Double.isNaN(avoided) ? "-" : Figures.fixed(avoided * 100, 2) + " %";
  }

  private static String micros(LookupResult lookups) {
    Latencies latencies = lookups.outcome().latencies();
    return Figures.fixed(latencies.micros(50), 1) + "/" + Figures.fixed(latencies.micros(99), 1);
  }

  private String legend() {
    CompareSettings settings = result.settings();
    return String.format(
        Locale.ROOT,
        "%nreads: data blocks read from %s per lookup. avoided: share of them saved against the"
            + " same engine without filters.%nfp/table: for absent keys, share of tables that the"
            + " filter let through. checks: filters asked per lookup of an absent key.%nus:"
            + " median/99th percentile of a lookup. %,d entries of %d bytes, %,d lookups of each"
            + " kind, %d thread%s, seed %d, %.0f s in all.%n",
        settings.store().directReads() ? "disk (direct I/O)" : "files past the block cache",
        settings.entries(),
        16 + settings.valueBytes(),
        settings.lookups(),
        settings.threads(),
        settings.threads() == 1 ? "" : "s",
        settings.seed(),
        result.seconds());
  }
}
