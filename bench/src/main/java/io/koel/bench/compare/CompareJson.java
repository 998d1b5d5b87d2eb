package io.koel.bench.compare;

import static io.koel.bench.report.Json.object;

import io.koel.bench.engine.LookupCounts;
import io.koel.bench.report.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A comparison as JSON, complete enough to draw everything again. */
public final class CompareJson {

  private CompareJson() {}

  public static String write(CompareResult result) {
    CompareSettings settings = result.settings();
    List<Object> rows = new ArrayList<>();
    result.rows().forEach(row -> rows.add(row(result, row)));
    return Json.write(
        object(
            "entries", settings.entries(),
            "valueBytes", settings.valueBytes(),
            "lookups", settings.lookups(),
            "threads", settings.threads(),
            "seed", settings.seed(),
            "cacheBytes", settings.store().cacheBytes(),
            "directReads", settings.store().directReads(),
            "budgetsInBitsPerKey", result.budgets(),
            "live", result.live(),
            "deleted", result.deleted(),
            "seconds", result.seconds(),
            "skipped", result.skipped(),
            "rows", rows));
  }

  private static Map<String, Object> row(CompareResult result, ConfigurationResult row) {
    Configuration configuration = row.configuration();
    List<Object> levels = new ArrayList<>();
    row.shape()
        .forEach(
            level ->
                levels.add(
                    object(
                        "level", level.level(),
                        "tables", level.tables(),
                        "entries", level.entries(),
                        "tombstones", level.tombstones(),
                        "bytes", level.bytes(),
                        "filterBytes", level.filterBytes())));
    Map<String, Object> lookups = object();
    row.lookups()
        .forEach((kind, outcome) -> lookups.put(kind.label(), lookups(result, row, outcome)));
    return object(
        "engine", configuration.engine().label(),
        "filter", configuration.filter(),
        "budget", configuration.budget() < 0 ? null : result.budgets().get(configuration.budget()),
        "bitsPerKey", row.bitsPerKey(),
        "falsePositiveRate", row.falsePositiveRate(),
        "loadSeconds", row.loadSeconds(),
        "sizeInBytes", row.sizeInBytes(),
        "lookups", lookups,
        "levels", levels,
        "settings", row.settings());
  }

  private static Map<String, Object> lookups(
      CompareResult result, ConfigurationResult row, LookupResult lookups) {
    LookupCounts counts = lookups.counts();
    return object(
        "lookups", lookups.outcome().operations(),
        "found", lookups.outcome().found(),
        "filterChecks", counts.checks(),
        "filterDenials", counts.denied(),
        "truePositives", counts.truePositives(),
        "falsePositives", counts.falsePositives(),
        "diskReads", counts.diskReads(),
        "cacheHits", counts.cacheHits(),
        "diskReadsPerLookup", lookups.diskReads(),
        "shareOfDiskReadsAvoided", result.avoided(row, lookups.kind()),
        "microsMean", lookups.outcome().microsPerOperation(),
        "microsMedian", lookups.outcome().latencies().micros(50),
        "micros99", lookups.outcome().latencies().micros(99));
  }
}
