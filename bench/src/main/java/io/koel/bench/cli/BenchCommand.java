package io.koel.bench.cli;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.StoreSettings;
import io.koel.bench.workload.Bench;
import io.koel.bench.workload.BenchPlan;
import io.koel.bench.workload.BenchResult;
import io.koel.bench.workload.ScratchFolder;
import io.koel.bench.workload.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code koel bench}. */
@Command(
    name = "bench",
    description = {
      "Runs named workloads, one after the other, as RocksDB's db_bench does.",
      "",
      "  fillseq fillrandom overwrite deleterandom",
      "  readrandom readmissing readdeleted readseq seekrandom",
      "  multireadrandom multireadmissing readwhilewriting compact",
      "",
      "Begin with one that fills. Workloads that write end when the store has come to rest."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  koel bench fillrandom,readrandom,readmissing",
      "  koel bench fillrandom,readrandom --engine both --rounds 5 --entries 2M",
      "  koel bench fillrandom --engine koel,rocksdb --sync --threads 4 --entries 20k",
      "  koel bench fillrandom,readseq,readrandom --engine both --threads 1,2",
      "  koel bench fillrandom,readwhilewriting --engine both --write-rate 20k",
      "  koel bench fillrandom,readrandom --engine koel,rocksdb,lmdb,mvstore"
    })
final class BenchCommand extends Subcommand {

  /** Bloom with the memory that Koel's default takes. */
  static final String ROCKSDB_FILTER = "bloom(bits=12.4)";

  @Mixin private LoadOptions load;

  @Parameters(
      paramLabel = "NAMES",
      arity = "1..*",
      split = ",",
      description = "Workloads, separated by commas or spaces.")
  private List<String> names;

  @Option(
      names = "--engine",
      paramLabel = "LIST",
      split = ",",
      defaultValue = "koel",
      description =
          "koel, rocksdb, lmdb, mvstore, or both for koel,rocksdb (default: ${DEFAULT-VALUE}).")
  private List<String> engines;

  @Option(
      names = "--operations",
      paramLabel = "N",
      converter = CountConverter.class,
      description = "Operations of the other workloads (default: as many as entries).")
  private Long operations;

  @Option(
      names = "--threads",
      paramLabel = "LIST",
      split = ",",
      defaultValue = "1",
      description =
          "Threads that share the operations; of several numbers each is measured with workloads"
              + " that read, the first with the others (default: ${DEFAULT-VALUE}).")
  private List<Integer> threads;

  @Option(
      names = "--write-rate",
      paramLabel = "N",
      converter = CountConverter.class,
      description =
          "Writes per second of the thread that overwrites during readwhilewriting (default: as"
              + " many as it can).")
  private Long writeRate;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Rounds, each with new databases; the median counts (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Mixin private FilterOption filter;

  @Option(
      names = "--rocksdb-filter",
      paramLabel = "SPEC",
      defaultValue = ROCKSDB_FILTER,
      description =
          "RocksDB's filter: none, bloom(bits=N) or ribbon(bits=N); unless told, Bloom with the"
              + " memory that Koel's default takes (default: ${DEFAULT-VALUE}).")
  private String rocksFilter;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "Block cache of each store (default: 1G, or what the heap has room for).")
  private Long cacheBytes;

  @Option(
      names = "--memtable",
      paramLabel = "SIZE",
      defaultValue = "64M",
      converter = SizeConverter.class,
      description = "Memtable of each store (default: ${DEFAULT-VALUE}).")
  private long memtableBytes;

  @Option(
      names = "--table",
      paramLabel = "SIZE",
      defaultValue = "64M",
      converter = SizeConverter.class,
      description = "Table size of each store (default: ${DEFAULT-VALUE}).")
  private long tableBytes;

  @Option(names = "--sync", description = "Each write waits for the disk.")
  private boolean sync;

  @Mixin private ScratchOption scratchOption;

  @Override
  public Integer call() throws Exception {
    BenchPlan plan = plan();
    BenchResult result;
    try (ScratchFolder scratch = scratchOption.create("koel-bench");
        Listener listener = new Listener()) {
      Bench bench = new Bench(plan, listener);
      listener.progress = Progress.of("bench", bench.operations());
      result = bench.run(scratch.path());
    }
    out().print(json() ? BenchText.json(result) : BenchText.table(result));
    out().flush();
    return KoelCommand.OK;
  }

  private BenchPlan plan() {
    List<Workload> workloads = new ArrayList<>();
    names.stream().filter(name -> !name.isBlank()).map(Workload::named).forEach(workloads::add);
    if (workloads.isEmpty() || !workloads.get(0).fillsEmptyStore()) {
      throw new IllegalArgumentException(
          "the first workload must fill the store: fillrandom or fillseq");
    }
    List<Engine> chosen = parseEngines(engines);
    long cache =
        cacheBytes == null
            ? SizeConverter.orRoomInHeap(1L << 30, memtableBytes, chosen)
            : cacheBytes;
    SizeConverter.requireInHeap("--cache", cache, chosen);
    StoreSettings store =
        StoreSettings.production()
            .withCache(cache)
            .withSizes(memtableBytes, tableBytes)
            .withIo(load.direct, sync);
    return new BenchPlan(
        workloads,
        chosen,
        filters(),
        store,
        load.entries,
        operations == null ? load.entries : operations,
        load.entryOptions.valueBytes,
        threads,
        writeRate == null ? BenchPlan.UNLIMITED : writeRate,
        rounds,
        load.entryOptions.seed);
  }

  private Map<Engine, String> filters() {
    Map<Engine, String> filters = new EnumMap<>(Engine.class);
    filters.put(Engine.KOEL, filter.spec);
    filters.put(Engine.ROCKSDB, rocksFilter);
    return filters;
  }

  static List<Engine> parseEngines(List<String> names) {
    List<Engine> parsed = new ArrayList<>();
    for (String name : names) {
      if (name.equals("both")) {
        parsed.add(Engine.KOEL);
        parsed.add(Engine.ROCKSDB);
      } else {
        parsed.add(Engine.named(name));
      }
    }
    return parsed.stream().distinct().toList();
  }

  private static final class Listener implements Bench.Listener, AutoCloseable {

    private Progress progress;

    @Override
    public void started(int round, Workload workload, Engine engine) {
      progress.message(engine.label() + " " + workload.label());
    }

    @Override
    public void advance(long operations) {
      progress.advance(operations);
    }

    @Override
    public void close() {
      if (progress != null) {
        progress.close();
      }
    }
  }
}
