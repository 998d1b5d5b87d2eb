package io.koel.bench.cli;

import io.koel.Koel;
import io.koel.Stats;
import io.koel.Stats.LevelStats;
import io.koel.bench.report.Figures;
import io.koel.bench.report.Json;
import io.koel.bench.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;

/** {@code koel stats}. */
@Command(
    name = "stats",
    description = {
      "Says what a database consists of: tables, entries, tombstones and filters of each level.",
      "What its filters avoid is told by koel reads."
    },
    footerHeading = "%nExample:%n",
    footer = {"  koel stats data"})
final class StatsCommand extends DatabaseCommand {

  @Override
  public Integer call() throws Exception {
    try (Koel db = openReadOnly()) {
      Stats stats = db.stats();
      print(json(stats), text(stats));
    }
    return KoelCommand.OK;
  }

  private static String text(Stats stats) {
    List<LevelStats> filled = stats.levels().stream().filter(level -> level.tables() > 0).toList();
    TextTable table =
        new TextTable(
            0, "level", "tables", "size", "entries", "tombstones", "dead", "filters", "bits/key");
    for (int level = 0; level < stats.levels().size(); level++) {
      LevelStats each = stats.levels().get(level);
      if (each.tables() > 0) {
        row(table, level, List.of(each));
      }
    }
    if (filled.size() > 1) {
      row(table.gap(), "all", filled);
    }
    String levels = table.isEmpty() ? "No tables yet.\n" : table.toString();
    return levels
        + String.format(
            "%s in tables, %s of memory for filters and indexes of %d open tables.%n",
            Figures.bytes(stats.sizeInBytes()),
            Figures.bytes(stats.tableMemoryBytes()),
            stats.openTables());
  }

  private static void row(TextTable table, Object name, List<LevelStats> levels) {
    table.row(
        name,
        sum(levels, LevelStats::tables),
        Figures.bytes(sum(levels, LevelStats::sizeInBytes)),
        Figures.count(sum(levels, LevelStats::entries)),
        Figures.count(sum(levels, LevelStats::tombstones)),
        Figures.count(sum(levels, LevelStats::deadEntries)),
        Figures.bytes(sum(levels, LevelStats::filterBytes)),
        Figures.fixed(bitsPerKey(levels), 2));
  }

  private static long sum(List<LevelStats> levels, ToLongFunction<LevelStats> figure) {
    return levels.stream().mapToLong(figure).sum();
  }

  private static double bitsPerKey(List<LevelStats> levels) {
    long keys = sum(levels, LevelStats::distinctKeys);
    return keys == 0 ? 0 : sum(levels, LevelStats::filterBytes) * 8.0 / keys;
  }

  private static Object json(Stats stats) {
    List<Object> levels = new ArrayList<>();
    for (int level = 0; level < stats.levels().size(); level++) {
      LevelStats each = stats.levels().get(level);
      levels.add(
          Json.object(
              "level", level,
              "tables", each.tables(),
              "sizeInBytes", each.sizeInBytes(),
              "entries", each.entries(),
              "distinctKeys", each.distinctKeys(),
              "tombstones", each.tombstones(),
              "deadEntries", each.deadEntries(),
              "filterBytes", each.filterBytes(),
              "filterBitsPerKey", bitsPerKey(List.of(each))));
    }
    return Json.object(
        "sizeInBytes", stats.sizeInBytes(),
        "tableMemoryBytes", stats.tableMemoryBytes(),
        "openTables", stats.openTables(),
        "filterBytes", sum(stats.levels(), LevelStats::filterBytes),
        "filterBitsPerKey", bitsPerKey(stats.levels()),
        "levels", levels);
  }
}
