package io.koel.bench.compare;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.LevelShape;
import io.koel.bench.engine.StoreSettings;
import io.koel.bench.report.BarChart;
import io.koel.bench.report.Figures;
import io.koel.bench.report.HtmlPage;
import io.koel.bench.report.HtmlTable;
import io.koel.bench.report.ScatterPlot;
import io.koel.bench.report.ScatterPlot.Shape;
import io.koel.bench.workload.Latencies;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A comparison as a page. */
public final class CompareReport {

  private static final Map<String, String> COLOURS =
      Map.of(
          "none", "#8a94a0",
          "bloom", "#d1495b",
          "blocked-bloom", "#e07a3f",
          "cuckoo", "#3a86c8",
          "semisorted-cuckoo", "#0b8a7d",
          "binary-fuse", "#7a4fb5",
          "ribbon", "#b8860b");
  private static final String OTHER_COLOUR = "#5f7d4f";

  private final CompareResult result;
  private final HtmlPage page;

  private CompareReport(CompareResult result) {
    this.result = result;
    CompareSettings settings = result.settings();
    this.page =
        new HtmlPage(
            "Filters compared",
            String.format(
                Locale.ROOT,
                "%,d entries, %,d of them deleted, %,d lookups of each kind, seed %d. Koel 0.1.0%s,"
                    + " Java %s, %s %s, %d processors.",
                settings.entries(),
                result.deleted(),
                settings.lookups(),
                settings.seed(),
                settings.engines().contains(Engine.ROCKSDB) ? " and RocksDB 11.8.1" : "",
                System.getProperty("java.version"),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors()));
  }

  public static String html(CompareResult result) {
    CompareReport report = new CompareReport(result);
    report.headline();
    report.table();
    report.plots();
    report.shape();
    report.method();
    return report.page.toHtml();
  }

  private void headline() {
    List<String[]> cards = new ArrayList<>();
    best(LookupKind.ABSENT)
        .ifPresent(
            row ->
                cards.add(
                    new String[] {
                      Figures.percent(result.avoided(row, LookupKind.ABSENT)),
                      "of the disk reads for absent keys avoided by "
                          + row.configuration().label()
                          + ", the best here"
                    }));
    best(LookupKind.DELETED)
        .ifPresent(
            row ->
                cards.add(
                    new String[] {
                      Figures.shortNumber(row.lookups(LookupKind.DELETED).diskReads()),
                      "disk reads per lookup of a deleted key with "
                          + row.configuration().label()
                          + ", the fewest here"
                    }));
    result.rows().stream()
        .filter(row -> !row.configuration().isUnfiltered())
        .min(
            Comparator.comparingDouble(
                row -> row.lookups(LookupKind.ABSENT).outcome().latencies().micros(50)))
        .ifPresent(
            row ->
                cards.add(
                    new String[] {
                      Figures.shortNumber(
                              row.lookups(LookupKind.ABSENT).outcome().latencies().micros(50))
                          + " µs",
                      "median lookup of an absent key with "
                          + row.configuration().label()
                          + ", the fastest here"
                    }));
    result.rows().stream()
        .filter(row -> row.configuration().isUnfiltered())
        .findFirst()
        .ifPresent(
            row ->
                cards.add(
                    new String[] {
                      Figures.shortNumber(row.lookups(LookupKind.ABSENT).diskReads()),
                      "disk reads per absent key without any filter: what there is to save"
                    }));
    page.cards(cards);
  }

  private Optional<ConfigurationResult> best(LookupKind kind) {
    return result.rows().stream()
        .filter(row -> !row.configuration().isUnfiltered())
        .min(Comparator.comparingDouble(row -> row.lookups(kind).diskReads()));
  }

  private void table() {
    page.heading("All figures");
    HtmlTable table = new HtmlTable();
    table.head(
        List.of(
            new Object[] {"", 1},
            new Object[] {"filter", 3},
            new Object[] {"disk reads per lookup", 3},
            new Object[] {"of them avoided", 3},
            new Object[] {"µs per lookup, median and 99 %", 3},
            new Object[] {"", 2}));
    List<Object[]> names = new ArrayList<>();
    for (String name :
        List.of(
            "",
            "bits/key",
            "false positives",
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
            "MiB")) {
      names.add(new Object[] {name, 1});
    }
    table.head(names);
    for (int budget = Configuration.NO_BUDGET; budget < result.budgets().size(); budget++) {
      section(table, budget);
    }
    page.table(table);
    result.skipped().forEach(page::paragraph);
    page.paragraph(
        "A disk read is a data block that was not in the block cache. False positives are counted"
            + " per table: of all tables that did not have the key and whose filter was asked, the"
            + " share that had to be read. Checks are filters asked per lookup of an absent key.");
  }

  private void section(HtmlTable table, int budget) {
    List<ConfigurationResult> rows =
        result.rows().stream().filter(row -> row.configuration().budget() == budget).toList();
    if (rows.isEmpty()) {
      return;
    }
    table.section(
        budget == Configuration.NO_BUDGET
            ? "As given"
            : String.format(Locale.ROOT, "Within %.2f bits per key", result.budgets().get(budget)),
        15);
    rows.forEach(row -> row(table, row));
  }

  private void row(HtmlTable table, ConfigurationResult row) {
    table.openRow(row.configuration().family().equals("semisorted-cuckoo"));
    table.name(row.configuration().label(), colour(row));
    table.cell(Figures.fixed(row.bitsPerKey(), 2));
    table.cell(Figures.percent(row.counts().falsePositiveRate()));
    table.cell(Figures.fixed(row.lookups(LookupKind.ABSENT).filterChecks(), 2));
    for (LookupKind kind : LookupKind.values()) {
      table.cell(Figures.fixed(row.lookups(kind).diskReads(), 4));
    }
    for (LookupKind kind : LookupKind.values()) {
      double avoided = row.configuration().isUnfiltered() ? Double.NaN : result.avoided(row, kind);
      table.bar(Double.isNaN(avoided) ? "–" : Figures.fixed(avoided * 100, 1) + " %", avoided);
    }
    for (LookupKind kind : LookupKind.values()) {
      Latencies latencies = row.lookups(kind).outcome().latencies();
      table.cell(Figures.fixed(latencies.micros(50), 2), Figures.fixed(latencies.micros(99), 1));
    }
    table.cell(Figures.fixed(row.loadSeconds(), 1));
    table.cell(Figures.fixed(row.sizeInBytes() / 1048576.0, 1));
    table.closeRow();
  }

  private static String colour(ConfigurationResult row) {
    return COLOURS.getOrDefault(row.configuration().family(), OTHER_COLOUR);
  }

  private void plots() {
    page.heading("Plots");
    page.openGrid();
    page.figure(
        "Disk reads against memory",
        "Lookups of absent keys. Circles are Koel, squares RocksDB. Lower left is better.",
        readsPlot());
    page.figure(
        "False positives against memory",
        "Per table. The curves are what any filter needs at least, and the best a Bloom filter can"
            + " do.",
        falsePositivesPlot());
    page.figure(
        "Disk reads by kind of key",
        "What a lookup costs when its key is there, is not, or was.",
        readsChart());
    page.figure(
        "Time of a lookup", "Bars end at the median, lines at the 99th percentile.", timesChart());
    page.closeGrid();
  }

  private String readsPlot() {
    ScatterPlot plot =
        new ScatterPlot("filter memory, bits per key", "disk reads per absent key")
            .floor(1.0 / result.settings().lookups());
    for (ConfigurationResult row : result.rows()) {
      double reads = row.lookups(LookupKind.ABSENT).diskReads();
      plot.point(
          row.bitsPerKey(),
          reads,
          shapeOf(row),
          colour(row),
          shortLabel(row),
          row.configuration().label() + ": " + Figures.shortNumber(reads) + " disk reads");
    }
    return plot.toSvg();
  }

  private String falsePositivesPlot() {
    ScatterPlot plot = new ScatterPlot("bits per key", "false-positive rate").floor(1e-6);
    double widest = 0;
    for (ConfigurationResult row : result.rows()) {
      double rate = row.counts().falsePositiveRate();
      if (!row.configuration().isUnfiltered() && !Double.isNaN(rate)) {
        widest = Math.max(widest, row.bitsPerKey());
        plot.point(
            row.bitsPerKey(),
            rate,
            shapeOf(row),
            colour(row),
            shortLabel(row),
            row.configuration().label() + ": " + Figures.percent(rate));
      }
    }
    plot.curve("information-theoretic bound", powers(0.5, widest + 0.5));
    plot.curve("ideal Bloom", powers(0.6185, widest + 0.5));
    return plot.toSvg();
  }

  /** The curve of {@code base} to the power of the bits per key. */
  private static List<double[]> powers(double base, double to) {
    List<double[]> points = new ArrayList<>();
    for (double bits = 1; bits <= to; bits += 0.25) {
      points.add(new double[] {bits, Math.pow(base, bits)});
    }
    return points;
  }

  private static Shape shapeOf(ConfigurationResult row) {
    return row.configuration().engine() == Engine.ROCKSDB ? Shape.SQUARE : Shape.CIRCLE;
  }

  private static String shortLabel(ConfigurationResult row) {
    return row.configuration().engine() == Engine.ROCKSDB
        ? "RocksDB " + row.configuration().family()
        : row.configuration().family();
  }

  private String readsChart() {
    BarChart chart = new BarChart("disk reads per lookup", kinds());
    for (ConfigurationResult row : result.rows()) {
      List<BarChart.Bar> bars = new ArrayList<>();
      for (LookupKind kind : LookupKind.values()) {
        double reads = row.lookups(kind).diskReads();
        bars.add(
            new BarChart.Bar(
                kind.ordinal(),
                reads,
                Double.NaN,
                row.configuration().label() + ", " + kind.meaning() + ": " + reads));
      }
      chart.group(row.configuration().label(), bars);
    }
    return chart.toSvg();
  }

  private String timesChart() {
    BarChart chart = new BarChart("microseconds per lookup", kinds());
    for (ConfigurationResult row : result.rows()) {
      List<BarChart.Bar> bars = new ArrayList<>();
      for (LookupKind kind : LookupKind.values()) {
        double median = row.lookups(kind).outcome().latencies().micros(50);
        double high = row.lookups(kind).outcome().latencies().micros(99);
        bars.add(
            new BarChart.Bar(
                kind.ordinal(),
                median,
                high,
                String.format(
                    Locale.ROOT,
                    "%s, %s: median %.2f, 99th percentile %.2f",
                    row.configuration().label(),
                    kind.meaning(),
                    median,
                    high)));
      }
      chart.group(row.configuration().label(), bars);
    }
    return chart.toSvg();
  }

  private static List<String> kinds() {
    List<String> kinds = new ArrayList<>();
    for (LookupKind kind : LookupKind.values()) {
      kinds.add(kind.label());
    }
    return kinds;
  }

  private void shape() {
    page.heading("The trees that were looked into");
    HtmlTable table = new HtmlTable();
    List<Object[]> names = new ArrayList<>();
    for (String name : List.of("", "level", "tables", "entries", "of them tombstones", "MiB")) {
      names.add(new Object[] {name, 1});
    }
    table.head(names);
    for (Engine engine : result.settings().engines()) {
      result.rows().stream()
          .filter(row -> row.configuration().engine() == engine)
          .reduce((first, second) -> second)
          .ifPresent(row -> row.shape().forEach(level -> level(table, row, level)));
    }
    page.table(table);
  }

  private static void level(HtmlTable table, ConfigurationResult row, LevelShape level) {
    table.openRow(false);
    table.name(row.configuration().engine().label(), colour(row));
    table.cell(String.valueOf(level.level()));
    table.cell(String.valueOf(level.tables()));
    table.cell(Figures.count(level.entries()));
    table.cell(Figures.count(level.tombstones()));
    table.cell(Figures.fixed(level.bytes() / 1048576.0, 1));
    table.closeRow();
  }

  private void method() {
    StoreSettings store = result.settings().store();
    page.heading("Method, and what makes it fair");
    page.list(
        List.of(
            "The same puts and deletes in the same order go into every store. Each level is filled"
                + " from the deepest up: written, flushed, and moved to its level, so that all"
                + " stores have the same entries on the same levels, and the same seed gives the"
                + " same tree.",
            "Level 6 has 80 % of the entries, level 5 15 %, level 4 3 % and the tombstones of every"
                + " 20th entry below, level 0 two tables. Every part covers the whole range of"
                + " keys.",
            String.format(
                Locale.ROOT,
                "Same settings on all sides: blocks of %s, block cache %s, memtable %s, tables of"
                    + " %s, no compression, write-ahead log on and not synced, %s.",
                Figures.bytes(store.blockBytes()),
                store.cacheBytes() == 0 ? "none" : Figures.bytes(store.cacheBytes()),
                Figures.bytes(store.memtableBytes()),
                Figures.bytes(store.fileBytes()),
                store.directReads()
                    ? "direct I/O (each disk read is a real one)"
                    : "files read through the operating system's cache, so that times are those of"
                        + " warm data"),
            "Filters and indexes are in memory on all sides.",
            "Each filter is given the setting that takes the most memory within the budget, weighed"
                + " on real filters. For RocksDB's Ribbon that is a higher setting than the"
                + " budget's number, because it takes 30 % less than its setting says.",
            "RocksDB is asked by its fastest call from Java, a get into an array made beforehand;"
                + " its figures are its own tickers and table properties, and every table is"
                + " checked to have the filter that was asked for.",
            "Every answer is checked: present keys must all be found, absent and deleted ones"
                + " never.",
            String.format(
                Locale.ROOT,
                "Times are of every eighth lookup, after a warm-up, with %d thread%s, one"
                    + " configuration after the other on one machine: differences of a few per cent"
                    + " mean nothing.",
                result.settings().threads(),
                result.settings().threads() == 1 ? "" : "s")));
    page.heading("Settings in the engines' own words");
    for (Engine engine : result.settings().engines()) {
      result.rows().stream()
          .filter(row -> row.configuration().engine() == engine)
          .reduce((first, second) -> second)
          .ifPresent(row -> page.code(row.configuration().label() + "\n" + row.settings()));
    }
  }
}
