package io.koel.bench.cli;

import static io.koel.bench.report.Json.object;

import io.koel.bench.report.Figures;
import io.koel.bench.report.Json;
import io.koel.bench.report.TextTable;
import io.koel.bench.workload.BenchPlan;
import io.koel.bench.workload.BenchResult;
import io.koel.bench.workload.BenchResult.Row;
import io.koel.bench.workload.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
            "us/op",
            "ops/s",
            "p50",
            "p99",
            "p99.9",
            "reads/op",
            "found",
            "write amp",
            "speed-up");
    for (int turn = 0; turn < plan.workloads().size(); turn++) {
      List<Row> rows = result.turn(turn);
      for (Row row : rows) {
        Outcome median = row.median();
        table.row(
            row.workload().label(),
            row.engine(),
            Figures.shortNumber(median.microsPerOperation()),
            Figures.count(Math.round(median.operationsPerSecond())),
            micros(median, 50),
            micros(median, 99),
            micros(median, 99.9),
            Figures.shortNumber(median.diskReadsPerOperation()),
            Figures.count(median.found()),
            Figures.fixed(median.writeAmplification().orElse(Double.NaN), 2),
            speedUp(rows.get(0), row));
      }
    }
    StringBuilder out = new StringBuilder().append(table);
    result
        .unavailable()
        .forEach((engine, reason) -> out.append(engine + ": not measured: " + reason + "\n"));
    result
        .sizesInBytes()
        .forEach((engine, size) -> out.append(engine + ": " + Figures.bytes(size) + " on disk\n"));
    return out.append(legend(plan)).toString();
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
    double ratio = row.median().microsPerOperation() / first.median().microsPerOperation();
    return Figures.fixed(ratio, 2) + "x";
  }

  private static String legend(BenchPlan plan) {
    return String.format(
        Locale.ROOT,
        "us/op is wall time over operations of all %d thread%s; fills until compactions rest."
            + " p50..p99.9 are microseconds of single operations.%nspeed-up: %s against this row."
            + " %,d entries of %d bytes, cache %s, memtable %s, %s, median of %d round%s.%n",
        plan.threads(),
        plan.threads() == 1 ? "" : "s",
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
              "diskReadsPerOperation", median.diskReadsPerOperation(),
              "filterDenials", median.counts().denied(),
              "falsePositives", median.counts().falsePositives(),
              "writeAmplification", median.writeAmplification().orElse(Double.NaN)));
    }
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
            "settings",
            settings,
            "unavailable",
            unavailable));
  }
}
