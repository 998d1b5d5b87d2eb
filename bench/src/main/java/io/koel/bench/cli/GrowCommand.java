package io.koel.bench.cli;

import static io.koel.bench.report.Json.object;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.StoreSettings;
import io.koel.bench.report.Figures;
import io.koel.bench.report.Json;
import io.koel.bench.report.TextTable;
import io.koel.bench.workload.Growth;
import io.koel.bench.workload.Growth.Row;
import io.koel.bench.workload.GrowthPlan;
import io.koel.bench.workload.ScratchFolder;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterSpec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code koel grow}. */
@Command(
    name = "grow",
    description = {
      "Measures how lookups, opening and filters grow with the number of entries.",
      "",
      "The default sizes take minutes and gigabytes of disk. The default cache holds all of them;"
          + " Koel's is in the heap, so give it room: KOEL_JAVA_OPTS=-Xmx8g."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  koel grow", "  koel grow --engine both --entries 100k,200k,400k --cache 256M"})
final class GrowCommand extends Subcommand {

  /** How full Koel packs cuckoo filters; docs/filters.md derives the formulas from it. */
  private static final double CUCKOO_LOAD = 0.975;

  @Option(
      names = "--entries",
      paramLabel = "LIST",
      split = ",",
      defaultValue = "500k,2M,8M,20M",
      converter = CountConverter.class,
      description = "Sizes to measure at (default: ${DEFAULT-VALUE}).")
  private List<Long> sizes;

  @Option(
      names = "--engine",
      paramLabel = "LIST",
      split = ",",
      defaultValue = "koel",
      description = "koel, rocksdb, or both (default: ${DEFAULT-VALUE}).")
  private List<String> engines;

  @Option(
      names = "--lookups",
      paramLabel = "N",
      defaultValue = "500k",
      converter = CountConverter.class,
      description = "Lookups of present and of missing keys (default: ${DEFAULT-VALUE}).")
  private long lookups;

  @Mixin private FilterOption filter;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "Block cache of each store (default: 4G, or what the heap has room for).")
  private Long cacheBytes;

  @Mixin private EntryOptions entryOptions;

  @Mixin private ScratchOption scratchOption;

  @Override
  public Integer call() throws Exception {
    GrowthPlan plan = plan();
    List<Row> rows;
    try (ScratchFolder scratch = scratchOption.create("koel-grow");
        RunListener listener = new RunListener("grow", err())) {
      Growth growth =
          new Growth(
              plan,
              (number, parts, entries, engine) ->
                  listener.started(number, parts, engine + " " + Figures.count(entries)));
      rows = growth.run(scratch.path());
    }
    out().print(json() ? json(plan, rows) : table(plan, rows));
    out().flush();
    return KoelCommand.OK;
  }

  private GrowthPlan plan() {
    Map<Engine, String> filters = new EnumMap<>(Engine.class);
    // A bad spec is refused now rather than after minutes.
    filters.put(Engine.KOEL, FilterCatalog.policy(filter.spec).spec());
    filters.put(Engine.ROCKSDB, BenchCommand.ROCKSDB_FILTER);
    List<Engine> chosen = BenchCommand.parseEngines(engines);
    for (Engine engine : chosen) {
      if (!filters.containsKey(engine)) {
        throw new IllegalArgumentException(engine + " has no tables; choose koel or rocksdb");
      }
    }
    StoreSettings store = StoreSettings.production();
    long cache =
        cacheBytes == null
            ? SizeConverter.orRoomInHeap(4L << 30, store.memtableBytes(), chosen)
            : cacheBytes;
    SizeConverter.requireInHeap("--cache", cache, chosen);
    return new GrowthPlan(
        chosen,
        filters,
        store.withCache(cache),
        sizes,
        lookups,
        entryOptions.valueBytes,
        entryOptions.seed);
  }

  /** The bits per key that a filter should take; NaN where that is not a matter of its bits. */
  static double formula(String filter) {
    FilterSpec spec = FilterSpec.parse(filter);
    double bits = spec.doubleArgument("bits", Double.NaN, 0, 100);
    return switch (spec.name()) {
      case "cuckoo" -> bits / CUCKOO_LOAD;
      case "semisorted-cuckoo" -> (bits - 1) / CUCKOO_LOAD;
      case "bloom" -> bits;
      default -> Double.NaN;
    };
  }

  private static String table(GrowthPlan plan, List<Row> rows) {
    TextTable table =
        new TextTable(
            1,
            "engine",
            "entries",
            "us/op",
            "p50",
            "reads/op",
            "us/op",
            "p50",
            "reads/op",
            "open ms",
            "tables",
            "MiB",
            "bits/key",
            "formula");
    table.over(2, 4, "present").over(5, 7, "missing").over(10, 12, "filters");
    for (Row row : rows) {
      table.row(
          row.engine(),
          Figures.count(row.entries()),
          Figures.shortNumber(row.present().microsPerOperation()),
          Figures.shortNumber(row.present().latencies().micros(50)),
          Figures.shortNumber(row.present().diskReadsPerOperation()),
          Figures.shortNumber(row.missing().microsPerOperation()),
          Figures.shortNumber(row.missing().latencies().micros(50)),
          Figures.shortNumber(row.missing().diskReadsPerOperation()),
          Figures.fixed(row.openMillis(), 1),
          row.tables(),
          Figures.fixed(row.filterBytes() / (double) (1 << 20), 2),
          Figures.fixed(row.filterBitsPerKey(), 2),
          Figures.fixed(formula(plan.filters().get(row.engine())), 2));
    }
    return table
        + String.format(
            Locale.ROOT,
            "Entries of %d bytes, %,d lookups of each kind, cache %s; all blocks were read once"
                + " before.%n",
            16 + plan.valueBytes(),
            plan.lookups(),
            Figures.bytes(plan.store().cacheBytes()));
  }

  private static String json(GrowthPlan plan, List<Row> rows) {
    List<Object> list = new ArrayList<>();
    for (Row row : rows) {
      list.add(
          object(
              "engine", row.engine().label(),
              "entries", row.entries(),
              "presentMicros", row.present().microsPerOperation(),
              "presentDiskReads", row.present().diskReadsPerOperation(),
              "missingMicros", row.missing().microsPerOperation(),
              "missingDiskReads", row.missing().diskReadsPerOperation(),
              "openMillis", row.openMillis(),
              "tables", row.tables(),
              "filterBytes", row.filterBytes(),
              "filterBitsPerKey", row.filterBitsPerKey(),
              "formulaBitsPerKey", formula(plan.filters().get(row.engine()))));
    }
    return Json.write(
        object("lookups", plan.lookups(), "cacheBytes", plan.store().cacheBytes(), "rows", list));
  }
}
