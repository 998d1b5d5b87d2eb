package io.koel.bench.cli;

import io.koel.bench.paper.PaperFiles;
import io.koel.bench.paper.PaperReport;
import io.koel.bench.paper.PaperResult;
import io.koel.bench.paper.PaperRun;
import io.koel.bench.paper.PaperScale;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code koel paper}. */
@Command(
    name = "paper",
    description = {
      "Repeats the evaluation of \"Cuckoo Filter: Practically Better Than Bloom\" (CoNEXT 2014)"
          + " with Koel's filters: table 3 and the figures 2 to 8.",
      "",
      "Prints the tables beside the paper's own numbers, and writes them as report.txt, every"
          + " number as CSV, and the figures as SVG and PNG."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  koel paper", "  koel paper --scale paper --out report"})
final class PaperCommand extends Subcommand {

  @Option(
      names = "--scale",
      paramLabel = "SCALE",
      defaultValue = "default",
      description = {
        "default: filters of 12 MiB, a few minutes.",
        "paper: filters of 192 MiB as in the paper; about half an hour and 12 GB of memory.",
        "smoke: seconds, to see that it runs; the figures mean nothing."
      })
  private PaperScale scale;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the report goes (default: build/paper below the current directory).")
  private Path out = Path.of("build", "paper");

  @Override
  public Integer call() throws Exception {
    Files.createDirectories(out);
    // Charts are drawn into files; no display is needed, nor shall one be opened.
    System.setProperty("java.awt.headless", "true");
    PaperResult result;
    try (RunListener listener = new RunListener("paper", err())) {
      result = new PaperRun(scale).run(listener::started);
    }
    String report = PaperReport.of(result);
    PaperFiles.write(result, report, out);
    if (json()) {
      out().print(PaperFiles.json(result));
    } else {
      out().print(report);
      out().println();
      out().println("Report, numbers and figures: " + out.toAbsolutePath().normalize());
    }
    out().flush();
    return KoelCommand.OK;
  }
}
