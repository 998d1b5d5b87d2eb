package io.koel.bench.cli;

import static io.koel.bench.report.Json.object;

import io.koel.bench.report.Figures;
import io.koel.bench.report.Json;
import io.koel.bench.report.TextTable;
import io.koel.bench.workload.BackgroundWrites;
import io.koel.bench.workload.BenchPlan;
import io.koel.bench.workload.BenchResult;
import io.koel.bench.workload.BenchResult.Row;
import io.koel.bench.workload.Outcome;
import io.koel.bench.workload.PeakMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The result of {@code koel bench} as text. */
final class BenchText {

  private BenchText() {}

  static String table(BenchResult result) {
    BenchPlan plan = result.plan();
    TextTable table =
        new TextTable(
            2,
            "workload",
            "engine",
            "threads",
            "us/op",
            "ops/s",
            "p50",
            "p99",
            "p99.9",
            "reads/op",
            "hits/op",
            "found",
            "write amp",
            "speed-up");
    for (int turn = 0; turn < plan.turns().size(); turn++) {
      List<Row> rows = result.turn(turn);
      for (Row row : rows) {
        Outcome median = row.median();
        table.row(
            row.workload().label(),
            row.engine(),
            row.threads(),
            Figures.shortNumber(median.microsPerOperation()),
            Figures.count(Math.round(median.operationsPerSecond())),
            micros(median, 50),
            micros(median, 99),
            micros(median, 99.9),
            Figures.shortNumber(median.diskReadsPerOperation()),
            Figures.shortNumber(median.cacheHitsPerOperation()),
            Figures.count(median.found()),
            Figures.fixed(median.writeAmplification().orElse(Double.NaN), 2),
            speedUp(rows.get(0), row));
      }
    }
    StringBuilder out = new StringBuilder().append(table);
    out.append(scaling(result)).append(backgroundWrites(result));
    result
        .unavailable()
        .forEach((engine, reason) -> out.append(engine + ": not measured: " + reason + "\n"));
    result
        .sizesInBytes()
        .forEach((engine, size) -> out.append(engine + ": " + Figures.bytes(size) + " on disk\n"));
    return out.append(memory(result)).append(legend(plan)).toString();
  }

  /** How many times the operations of the first number of threads the others did. */
  private static String scaling(BenchResult result) {
    StringBuilder out = new StringBuilder();
    for (Row row : result.rows()) {
      first(result, row)
          .ifPresent(
              first ->
                  out.append(
                      String.format(
                          Locale.ROOT,
                          "%s: %s with %d threads does %.2fx the operations of %d%n",
                          row.workload().label(),
                          row.engine(),
                          row.threads(),
                          row.speedUpOver(first),
                          first.threads())));
    }
    return out.toString();
  }

  /** The row of the same workload and engine that a row with more threads is measured by. */
  private static Optional<Row> first(BenchResult result, Row row) {
    int threads = result.plan().threads().get(0);
    if (row.threads() == threads) {
      return Optional.empty();
    }
    return result.rows().stream()
        .filter(other -> other.turn() < row.turn() && other.threads() == threads)
        .filter(other -> other.workload() == row.workload() && other.engine() == row.engine())
        .reduce((earlier, later) -> later);
  }

  private static String backgroundWrites(BenchResult result) {
    StringBuilder out = new StringBuilder();
    for (Row row : result.rows()) {
      BackgroundWrites writes = row.median().background();
      if (row.workload().whileWriting()) {
        out.append(
            String.format(
                Locale.ROOT,
                "%s: %s wrote %,d entries while %d read, %,d a second%n",
                row.workload().label(),
                row.engine(),
                writes.count(),
                row.threads(),
                Math.round(writes.perSecond())));
      }
    }
    return out.toString();
  }

  private static String memory(BenchResult result) {
    PeakMemory peak = result.peakMemory();
    OptionalLong bytes = peak.bytes();
    return String.format(
        Locale.ROOT,
        "peak memory of the process%s: %s, of which the heap may have %s (%s)%n",
        result.plan().engines().size() == 1 ? "" : ", all engines together",
        bytes.isPresent() ? Figures.bytes(bytes.getAsLong()) : "unknown",
        Figures.bytes(peak.heapLimitBytes()),
        peak.collectors());
  }

  private static String micros(Outcome outcome, double percentile) {
    double micros = outcome.latencies().micros(percentile);
    return Figures.shortNumber(micros == 0 ? Double.NaN : micros);
  }

  /** How many times faster the first engine is; "-" for itself. */
  private static String speedUp(Row first, Row row) {
    if (first == row) {
      return "-";
    }
    return Figures.fixed(first.speedUpOver(row), 2) + "x";
  }

  private static String legend(BenchPlan plan) {
    return String.format(
        Locale.ROOT,
        "us/op is wall time over operations of all threads; writes until compactions rest."
            + " p50..p99.9 are microseconds of single operations.%nreads/op and hits/op are data"
            + " blocks from the file and from the block cache. speed-up: %s against this row.%n"
            + "%,d entries of %d bytes, cache %s, memtable %s, %s, median of %d round%s.%n",
        plan.engines().get(0),
        plan.entries(),
        16 + plan.valueBytes(),
        Figures.bytes(plan.store().cacheBytes()),
        Figures.bytes(plan.store().memtableBytes()),
        plan.store().syncWrites() ? "each write synced" : "log on, not synced",
        plan.rounds(),
        plan.rounds() == 1 ? "" : "s");
  }

  static String json(BenchResult result) {
    List<Object> rows = new ArrayList<>();
    for (Row row : result.rows()) {
      Outcome median = row.median();
      List<Double> micros = row.rounds().stream().map(Outcome::microsPerOperation).toList();
      rows.add(
          object(
              "workload", row.workload().label(),
              "engine", row.engine().label(),
              "microsPerOperation", median.microsPerOperation(),
              "microsPerOperationOfEachRound", micros,
              "operations", median.operations(),
              "found", median.found(),
              "threads", median.threads(),
              "p50", median.latencies().micros(50),
              "p99", median.latencies().micros(99),
              "p999", median.latencies().micros(99.9),
              "max", median.latencies().maxMicros(),
              "speedUpOfFirst", result.turn(row.turn()).get(0).speedUpOver(row),
              "scaling", first(result, row).map(row::speedUpOver).orElse(null),
              "diskReadsPerOperation", median.diskReadsPerOperation(),
              "cacheHitsPerOperation", median.cacheHitsPerOperation(),
              "filterDenials", median.counts().denied(),
              "filterPasses", median.counts().passed(),
              "writesMeanwhile", median.background().count(),
              "writesPerSecondMeanwhile", median.background().perSecond(),
              "writeAmplification", median.writeAmplification().orElse(Double.NaN)));
    }
    PeakMemory peak = result.peakMemory();
    Map<String, Object> sizes = object();
    result.sizesInBytes().forEach((engine, size) -> sizes.put(engine.label(), size));
    Map<String, Object> settings = object();
    result.settings().forEach((engine, text) -> settings.put(engine.label(), text));
    Map<String, Object> unavailable = object();
    result.unavailable().forEach((engine, text) -> unavailable.put(engine.label(), text));
    return Json.write(
        object(
            "entries",
            result.plan().entries(),
            "valueBytes",
            result.plan().valueBytes(),
            "rounds",
            result.plan().rounds(),
            "seed",
            result.plan().seed(),
            "rows",
            rows,
            "sizeInBytes",
            sizes,
            "peakMemoryBytes",
            peak.bytes().isPresent() ? peak.bytes().getAsLong() : null,
            "heapLimitBytes",
            peak.heapLimitBytes(),
            "garbageCollector",
            peak.collectors(),
            "settings",
            settings,
            "unavailable",
            unavailable));
  }
}
