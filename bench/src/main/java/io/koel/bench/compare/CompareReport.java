package io.koel.bench.compare;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.LevelShape;
import io.koel.bench.engine.StoreSettings;
import io.koel.bench.report.Figures;
import io.koel.bench.report.HtmlPage;
import io.koel.bench.report.HtmlTable;
import io.koel.bench.workload.Latencies;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A comparison as a page. */
public final class CompareReport {

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
        .filter(row -> !Double.isNaN(result.avoided(row, LookupKind.ABSENT)))
        .ifPresent(
            row ->
                cards.add(
                    new String[] {
                      fewer(result.avoided(row, LookupKind.ABSENT)),
                      "fewer disk reads for absent keys than without filters, with "
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

  private static String fewer(double avoided) {
    return avoided >= 1 ? "all" : Figures.count(Math.round(1 / (1 - avoided))) + "×";
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
            new Object[] {"µs per lookup, p50 and p99", 3},
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
            + " per table, for absent keys: the share of the tables asked that had to be read."
            + " Checks are filters asked per lookup of an absent key.");
  }

  private void section(HtmlTable table, int budget) {
    List<ConfigurationResult> rows =
        result.rows().stream().filter(row -> row.configuration().budget() == budget).toList();
    if (rows.isEmpty()) {
      return;
    }
    table.section(
        budget == Configuration.NO_BUDGET
            ? noBudgetTitle(rows)
            : String.format(Locale.ROOT, "Within %.2f bits per key", result.budgets().get(budget)),
        15);
    rows.forEach(row -> row(table, row));
  }

  private static String noBudgetTitle(List<ConfigurationResult> rows) {
    boolean unfiltered = rows.stream().allMatch(row -> row.configuration().isUnfiltered());
    return unfiltered ? "Without filters" : "As given";
  }

  private void row(HtmlTable table, ConfigurationResult row) {
    table.openRow(row.configuration().family().equals("semisorted-cuckoo"));
    table.name(row.configuration().label(), ComparePlots.colour(row));
    table.cell(Figures.fixed(row.bitsPerKey(), 2));
    table.cell(Figures.percent(row.falsePositiveRate()));
    table.cell(Figures.fixed(row.lookups(LookupKind.ABSENT).filterChecks(), 2));
    for (LookupKind kind : LookupKind.values()) {
      table.cell(Figures.fixed(row.lookups(kind).diskReads(), 4));
    }
    for (LookupKind kind : LookupKind.values()) {
      double avoided = row.configuration().isUnfiltered() ? Double.NaN : result.avoided(row, kind);
      table.bar(Double.isNaN(avoided) ? "–" : Figures.fixed(avoided * 100, 2) + " %", avoided);
    }
    for (LookupKind kind : LookupKind.values()) {
      Latencies latencies = row.lookups(kind).outcome().latencies();
      table.cell(Figures.fixed(latencies.micros(50), 2), Figures.fixed(latencies.micros(99), 1));
    }
    table.cell(Figures.fixed(row.loadSeconds(), 1));
    table.cell(Figures.fixed(row.sizeInBytes() / 1048576.0, 1));
    table.closeRow();
  }

  private void plots() {
    ComparePlots plots = new ComparePlots(result);
    page.heading("Plots");
    page.openGrid();
    page.figure(
        "Disk reads against memory",
        "Lookups of absent keys. Circles are Koel, squares RocksDB. Lower left is better.",
        plots.reads());
    page.figure(
        "False positives against memory",
        "Per table. The curves are what any filter needs at least, and the best a Bloom filter can"
            + " do.",
        plots.falsePositives());
    page.figure(
        "Disk reads by kind of key",
        "What a lookup costs when its key is there, is not, or was.",
        plots.readsByKind());
    page.figure(
        "Time of a lookup",
        "Bars end at the median, lines at the 99th percentile; arrows lead to one far off.",
        plots.times());
    page.closeGrid();
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
      example(engine).ifPresent(row -> row.shape().forEach(level -> level(table, row, level)));
    }
    page.table(table);
  }

  /** A row that stands for its engine: Koel's default filter if it is there, else the last. */
  private Optional<ConfigurationResult> example(Engine engine) {
    List<ConfigurationResult> rows =
        result.rows().stream().filter(row -> row.configuration().engine() == engine).toList();
    return rows.stream()
        .filter(row -> row.configuration().filter().equals(CompareSettings.SEMISORTED_13_SPEC))
        .findFirst()
        .or(() -> rows.stream().reduce((first, second) -> second));
  }

  private static void level(HtmlTable table, ConfigurationResult row, LevelShape level) {
    table.openRow(false);
    table.name(row.configuration().label(), "transparent");
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
            "The tombstones have been through one compaction. Where Koel's filter can forget, that"
                + " compaction has taken deleted keys out of the filters below and dropped their"
                + " tombstones, as far as its budget of verification reads went; that is Koel's"
                + " default, and why its trees may have fewer tombstones.",
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
      example(engine)
          .ifPresent(row -> page.code(row.configuration().label() + "\n" + row.settings()));
    }
  }
}
