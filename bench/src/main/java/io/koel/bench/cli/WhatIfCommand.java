package io.koel.bench.cli;

import io.koel.bench.compare.BitBudget;
import io.koel.bench.engine.KoelFiles;
import io.koel.bench.report.Figures;
import io.koel.bench.report.Json;
import io.koel.bench.report.TextTable;
import io.koel.bench.whatif.WhatIf;
import io.koel.bench.whatif.WhatIf.Prediction;
import io.koel.filter.FilterCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code koel whatif}. */
@Command(
    name = "whatif",
    description = {
      "Predicts what each filter would do for an existing database: builds it over the keys of the"
          + " tables, in memory, and sends sampled lookups through it. Nothing is changed.",
      "Works for RocksDB's databases too."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  koel whatif data",
      "  koel whatif data --policies 'bloom(bits=10),semisorted-cuckoo(bits=13)'",
      "  koel whatif --rocksdb /var/lib/app/rocksdb --bits 10,16"
    })
final class WhatIfCommand extends Subcommand {

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Which which;

  /** Whose database it is. */
  private static final class Which {
    @Parameters(index = "0", paramLabel = "DIR", description = "A Koel database.")
    private Path dir;

    @Option(names = "--rocksdb", paramLabel = "DIR", description = "A RocksDB database.")
    private Path rocks;
  }

  @Option(
      names = "--bits",
      paramLabel = "LIST",
      split = ",",
      defaultValue = "10,12.4",
      description = "Budgets in bits per key (default: ${DEFAULT-VALUE}).")
  private List<Double> bits;

  @Option(
      names = "--policies",
      paramLabel = "LIST",
      description = "Families, which are fitted to each budget, or whole specs (default: all).")
  private String policies;

  @Override
  public Integer call() throws IOException {
    Set<String> specs = specs();
    WhatIf whatIf = read();
    List<Prediction> predictions = new ArrayList<>();
    try (Progress progress = Progress.of("predicting", specs.size())) {
      for (String policy : specs) {
        progress.message(policy);
        predictions.add(whatIf.predict(policy));
        progress.advance(1);
      }
    }
    out().print(json() ? json(whatIf, predictions) : text(whatIf, predictions));
    out().flush();
    return KoelCommand.OK;
  }

  private WhatIf read() throws IOException {
    if (which.dir != null) {
      long keys =
          KoelFiles.liveTables(which.dir).stream().mapToLong(t -> t.meta().distinctKeys()).sum();
      try (Progress progress = Progress.of("reading keys", keys)) {
        return WhatIf.ofKoel(which.dir, 1, progress);
      }
    }
    try (Progress progress = Progress.of("reading keys", -1)) {
      return WhatIf.ofRocks(which.rocks, 1, progress);
    }
  }

  private Set<String> specs() {
    List<String> wanted = policies == null ? PolicyList.all() : PolicyList.parse(policies);
    Set<String> specs = new LinkedHashSet<>();
    specs.add("none");
    for (String name : wanted) {
      if (name.equals("none")) {
        continue;
      }
      if (name.contains("(")) {
        FilterCatalog.policy(name);
        specs.add(name);
      } else {
        FilterCatalog.installed().family(name);
        bits.forEach(budget -> BitBudget.fit(name, budget).ifPresent(specs::add));
      }
    }
    return specs;
  }

  private static String text(WhatIf whatIf, List<Prediction> predictions) {
    TextTable table =
        new TextTable(
            1,
            "filter",
            "bits/key",
            "memory",
            "fp/table",
            "reads/absent",
            "avoided",
            "reads/present");
    double none = predictions.get(0).readsPerAbsent();
    for (Prediction each : predictions) {
      table.row(
          each.policy(),
          Figures.fixed(each.bitsPerKey(), 2),
          Figures.bytes(each.filterBytes()),
          Figures.percent(each.falsePositiveRate()),
          Figures.fixed(each.readsPerAbsent(), 4),
          each.filterBytes() == 0 ? "-" : Figures.percent(1 - each.readsPerAbsent() / none),
          Figures.fixed(each.readsPerPresent(), 4));
    }
    return table
        + String.format(
            Locale.ROOT,
            "%,d keys in %d tables on %d levels; filters now take %s (%.2f bits per key).%n",
            whatIf.keys(),
            whatIf.tables(),
            whatIf.levels(),
            Figures.bytes(whatIf.filterBytesNow()),
            whatIf.keys() == 0 ? 0 : whatIf.filterBytesNow() * 8.0 / whatIf.keys())
        + "reads: tables read per lookup of an absent or a stored key, before any cache.\n";
  }

  private static String json(WhatIf whatIf, List<Prediction> predictions) {
    List<Object> rows = new ArrayList<>();
    for (Prediction each : predictions) {
      rows.add(
          Json.object(
              "filter", each.policy(),
              "bitsPerKey", each.bitsPerKey(),
              "filterBytes", each.filterBytes(),
              "falsePositiveRate", each.falsePositiveRate(),
              "readsPerAbsentKey", each.readsPerAbsent(),
              "readsPerPresentKey", each.readsPerPresent()));
    }
    return Json.write(
        Json.object(
            "keys", whatIf.keys(),
            "tables", whatIf.tables(),
            "levels", whatIf.levels(),
            "filterBytesNow", whatIf.filterBytesNow(),
            "rows", rows));
  }
}
