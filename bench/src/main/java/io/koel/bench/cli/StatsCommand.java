package io.koel.bench.cli;

import io.koel.Koel;
import io.koel.Stats;
import io.koel.Stats.LevelStats;
import io.koel.bench.report.Figures;
import io.koel.bench.report.Json;
import io.koel.bench.report.TextTable;
import java.util.ArrayList;
import java.util.List;
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
    TextTable table =
        new TextTable(
            0, "level", "tables", "size", "entries", "tombstones", "dead", "filters", "bits/key");
    for (int level = 0; level < stats.levels().size(); level++) {
      LevelStats each = stats.levels().get(level);
      if (each.tables() > 0) {
        table.row(
            level,
            each.tables(),
            Figures.bytes(each.sizeInBytes()),
            Figures.count(each.entries()),
            Figures.count(each.tombstones()),
            Figures.count(each.deadEntries()),
            Figures.bytes(each.filterBytes()),
            Figures.fixed(bitsPerKey(each), 2));
      }
    }
    String levels = table.isEmpty() ? "No tables yet.\n" : table.toString();
    return levels
        + String.format(
            "%s in tables, %s of memory for filters and indexes of %d open tables.%n",
            Figures.bytes(stats.sizeInBytes()),
            Figures.bytes(stats.tableMemoryBytes()),
            stats.openTables());
  }

  private static double bitsPerKey(LevelStats level) {
    return level.distinctKeys() == 0 ? 0 : level.filterBytes() * 8.0 / level.distinctKeys();
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
              "filterBitsPerKey", bitsPerKey(each)));
    }
    return Json.object(
        "sizeInBytes", stats.sizeInBytes(),
        "tableMemoryBytes", stats.tableMemoryBytes(),
        "openTables", stats.openTables(),
        "levels", levels);
  }
}
