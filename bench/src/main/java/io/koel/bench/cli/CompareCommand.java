package io.koel.bench.cli;

import io.koel.bench.compare.CompareJson;
import io.koel.bench.compare.CompareReport;
import io.koel.bench.compare.CompareResult;
import io.koel.bench.compare.CompareSettings;
import io.koel.bench.compare.CompareTable;
import io.koel.bench.compare.Comparison;
import io.koel.bench.compare.Configuration;
import io.koel.bench.compare.ConfigurationResult;
import io.koel.bench.compare.LookupKind;
import io.koel.bench.engine.Engine;
import io.koel.bench.engine.StoreSettings;
import io.koel.bench.report.ReportFile;
import io.koel.bench.workload.ScratchFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code koel compare}. */
@Command(
    name = "compare",
    description = {
      "Compares filters: loads the same entries into Koel under each policy and into RocksDB with"
          + " its own filters, looks the same keys up, and counts the disk reads.",
      "",
      "Prints a table, and writes compare.json and compare.html."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  koel compare",
      "  koel compare --entries 200k --policies none,bloom,xor,semisorted-cuckoo --bits 8,12",
      "  koel compare --policies none,bloom,blocked-bloom,cuckoo,binary-fuse,ribbon",
      "  koel compare --direct --out report"
    })
final class CompareCommand extends Subcommand {

  @Mixin private LoadOptions load;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads that share the operations (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--lookups",
      paramLabel = "N",
      defaultValue = "200k",
      converter = CountConverter.class,
      description = "Lookups of each kind of key (default: ${DEFAULT-VALUE}).")
  private long lookups;

  @Option(
      names = "--policies",
      paramLabel = "LIST",
      description = {
        "Koel's filters: families, which are given the setting that fits each budget, or whole"
            + " specs such as cuckoo(bits=12).",
        "Default: all, which stands for none and every family there is.",
        "Name none too: the reads that are avoided are told against it."
      })
  private String policies;

  @Option(
      names = "--bits",
      paramLabel = "LIST",
      split = ",",
      description =
          "Budgets in bits per key (default: 10, and what semisorted-cuckoo(bits=13) takes).")
  private List<Double> bits;

  @Option(
      names = "--engines",
      paramLabel = "LIST",
      split = ",",
      description = "Stores that take part (default: all that have filters).")
  private List<Engine> engines;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      defaultValue = "0",
      converter = SizeConverter.class,
      description =
          "Block cache of each store (default: none, so that every block asked for is read).")
  private long cacheBytes;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the reports go (default: build/compare below the current directory).")
  private Path out = Path.of("build", "compare");

  @Override
  public Integer call() throws Exception {
    CompareSettings settings = settings();
    Comparison comparison = new Comparison(settings);
    CompareResult result;
    try (ScratchFolder scratch = ScratchFolder.in(out, "databases");
        Listener listener = new Listener()) {
      result = comparison.run(scratch.path(), listener);
    }
    Path json = out.resolve("compare.json");
    Path html = out.resolve("compare.html");
    ReportFile.write(json, CompareJson.write(result));
    ReportFile.write(html, CompareReport.html(result));
    if (json()) {
      out().print(CompareJson.write(result));
    } else {
      out().print(new CompareTable(result));
      out().println("Report: " + html.toAbsolutePath().normalize());
      out().println("JSON:   " + json.toAbsolutePath().normalize());
    }
    out().flush();
    return KoelCommand.OK;
  }

  private CompareSettings settings() {
    List<Engine> chosen = engines == null ? Comparison.engines() : engines;
    SizeConverter.requireInHeap("--cache", cacheBytes, chosen);
    StoreSettings store = StoreSettings.small().withCache(cacheBytes).withIo(load.direct, false);
    return new CompareSettings(
        load.entries,
        load.entryOptions.valueBytes,
        lookups,
        policies == null ? PolicyList.all() : PolicyList.parse(policies),
        bits == null ? List.of(10.0, CompareSettings.SEMISORTED_13) : bits,
        chosen,
        threads,
        load.entryOptions.seed,
        store);
  }

  /** A bar on a terminal; elsewhere a line for each configuration, because it takes minutes. */
  private final class Listener implements Comparison.Listener, AutoCloseable {

    private final PrintWriter err = err();
    private Progress progress;
    private int done;
    private int configurations;

    @Override
    public void planned(int planned, long operations) {
      configurations = planned;
      progress = Progress.of("compare", planned * operations);
    }

    @Override
    public void started(Configuration configuration) {
      progress.message(configuration.label());
    }

    @Override
    public void finished(ConfigurationResult row) {
      done++;
      if (!Progress.isTerminal()) {
        err.printf(
            "[%d/%d] %s: %.4f disk reads per absent key%n",
            done,
            configurations,
            row.configuration().label(),
            row.lookups(LookupKind.ABSENT).diskReads());
        err.flush();
      }
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
