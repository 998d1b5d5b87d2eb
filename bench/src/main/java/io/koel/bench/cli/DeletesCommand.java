package io.koel.bench.cli;

import io.koel.bench.deletes.Column;
import io.koel.bench.deletes.DeletesFiles;
import io.koel.bench.deletes.DeletesPlan;
import io.koel.bench.deletes.DeletesReport;
import io.koel.bench.deletes.DeletesRun;
import io.koel.bench.deletes.Measures;
import io.koel.bench.deletes.Scenario;
import io.koel.bench.workload.ScratchFolder;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code koel deletes}. */
@Command(
    name = "deletes",
    description = {
      "Measures what deletes cost, and what Koel's filter deletes save, beside RocksDB.",
      "",
      "Prints a table for each scenario, and writes report.txt, report.html with plots, and every"
          + " figure as CSV."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  koel deletes",
      "  koel deletes --scenarios random-half --columns koel-off,koel-full",
      "  koel deletes --scenarios queue --minutes 10"
    })
final class DeletesCommand extends Subcommand {

  @Option(
      names = "--entries",
      paramLabel = "N",
      defaultValue = "2M",
      converter = CountConverter.class,
      description = "Entries that a random half is deleted from (default: ${DEFAULT-VALUE}).")
  private long entries;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "How long each queue runs (default: ${DEFAULT-VALUE}).")
  private long seconds;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "0",
      description = "How long each queue runs, in minutes, if given.")
  private long minutes;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often the controls are repeated (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of keys and choices (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--scenarios",
      split = ",",
      paramLabel = "NAME",
      description =
          "Only these: random-half, queue, ttl, range, no-deletes, absent-deletes, held-snapshot.")
  private List<String> scenarios = List.of();

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "NAME",
      description =
          "Only these: koel-off, koel-elide, koel-dead-set, koel-full, rocksdb, rocksdb-resting,"
              + " rocksdb-collector.")
  private List<String> columns = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the report goes (default: build/deletes below the current directory).")
  private Path out = Path.of("build", "deletes");

  @Override
  public Integer call() throws Exception {
    DeletesPlan plan = plan();
    Measures measures;
    try (ScratchFolder scratch = ScratchFolder.in(out, "databases");
        RunListener listener = new RunListener("deletes", err())) {
      measures = new DeletesRun(plan).run(scratch.path(), listener::started);
    }
    String report = DeletesReport.of(plan, measures);
    DeletesFiles.write(plan, measures, report, out);
    if (json()) {
      out().print(DeletesFiles.json(plan, measures));
    } else {
      out().print(report);
      out().println();
      out().println("Report, figures and plots: " + out.toAbsolutePath().normalize());
    }
    out().flush();
    return KoelCommand.OK;
  }

  private DeletesPlan plan() {
    return new DeletesPlan(
        scenarios.isEmpty()
            ? List.of(Scenario.values())
            : scenarios.stream().map(Scenario::named).toList(),
        columns.isEmpty() ? List.of(Column.values()) : columns.stream().map(Column::named).toList(),
        entries,
        minutes > 0 ? minutes * 60 : seconds,
        rounds,
        seed);
  }
}
