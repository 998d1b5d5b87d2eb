package io.koel.bench.cli;

import io.koel.Stats;
import io.koel.Stats.LevelStats;
import io.koel.bench.report.Figures;
import io.koel.bench.report.Json;
import io.koel.bench.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What became of the tables that some lookups considered, level by level. */
record Funnel(String kind, long lookups, long found, List<Level> levels) {

  private static final int BAR = 40;

  /** One level's share. */
  record Level(
      int level,
      long denied,
      long truePositives,
      long falsePositives,
      long unfiltered,
      long blocksRead) {

    long considered() {
      return denied + truePositives + falsePositives + unfiltered;
    }

    /** Each mark stands for the same share of the tables considered. */
    String bar(long most) {
      StringBuilder bar = new StringBuilder();
      long[] parts = {denied, truePositives, unfiltered, falsePositives};
      String marks = "#+.!";
      long sum = 0;
      for (int i = 0; i < parts.length; i++) {
        sum += parts[i];
        int end = (int) Math.round((double) sum * BAR / Math.max(1, most));
        bar.append(String.valueOf(marks.charAt(i)).repeat(Math.max(0, end - bar.length())));
      }
      return bar.toString();
    }
  }

  /** The funnel of what was counted between two moments. */
  static Funnel between(Stats before, Stats after, String kind, long lookups, long found) {
    List<Level> levels = new ArrayList<>();
    for (int i = 0; i < after.levels().size(); i++) {
      LevelStats a = before.levels().get(i);
      LevelStats b = after.levels().get(i);
      if (b.tables() > 0) {
        levels.add(
            new Level(
                i,
                b.filterDenials() - a.filterDenials(),
                b.truePositives() - a.truePositives(),
                b.falsePositives() - a.falsePositives(),
                b.unfilteredReads() - a.unfilteredReads(),
                b.dataBlocksFromDisk() - a.dataBlocksFromDisk()));
      }
    }
    return new Funnel(kind, lookups, found, levels);
  }

  private double per(long count) {
    return lookups == 0 ? 0 : (double) count / lookups;
  }

  double readsPerLookup() {
    return per(levels.stream().mapToLong(Level::blocksRead).sum());
  }

  double readsWithoutFilters() {
    return per(levels.stream().mapToLong(Level::considered).sum());
  }

  String text() {
    TextTable table =
        new TextTable(
            0, "level", "considered", "denied", "true", "false", "unfiltered", "blocks", "");
    long most = levels.stream().mapToLong(Level::considered).max().orElse(1);
    for (Level level : levels) {
      String bar = level.bar(most);
      table.row(
          level.level(),
          Figures.count(level.considered()),
          Figures.count(level.denied()),
          Figures.count(level.truePositives()),
          Figures.count(level.falsePositives()),
          Figures.count(level.unfiltered()),
          Figures.count(level.blocksRead()),
          bar + " ".repeat(Math.max(0, BAR - bar.length())));
    }
    double without = readsWithoutFilters();
    return String.format(
            Locale.ROOT,
            "%s: %,d lookups, %,d found.%n%.4f blocks read per lookup; without filters %.4f (%s"
                + " avoided).%n",
            kind,
            lookups,
            found,
            readsPerLookup(),
            without,
            Figures.percent(without == 0 ? 0 : 1 - readsPerLookup() / without))
        + table;
  }

  Object json() {
    List<Object> rows = new ArrayList<>();
    for (Level level : levels) {
      rows.add(
          Json.object(
              "level", level.level(),
              "tablesConsidered", level.considered(),
              "denied", level.denied(),
              "truePositives", level.truePositives(),
              "falsePositives", level.falsePositives(),
              "unfiltered", level.unfiltered(),
              "blocksRead", level.blocksRead()));
    }
    return Json.object(
        "kind", kind,
        "lookups", lookups,
        "found", found,
        "blocksReadPerLookup", readsPerLookup(),
        "blocksReadPerLookupWithoutFilters", readsWithoutFilters(),
        "levels", rows);
  }
}
