package io.koel.bench.cli;

import io.koel.bench.paper.PaperFiles;
import io.koel.bench.paper.PaperReport;
import io.koel.bench.paper.PaperResult;
import io.koel.bench.paper.PaperRun;
import io.koel.bench.paper.PaperScale;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
final class PaperCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--scale",
      paramLabel = "SCALE",
      defaultValue = "default",
      description = {
        "default: filters of 12 MiB, a few minutes.",
        "paper: filters of 192 MB as in the paper; an hour and 12 GB of memory.",
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
    try (Listener listener = new Listener()) {
      result = new PaperRun(scale).run(listener);
    }
    String report = PaperReport.of(result);
    PaperFiles.write(result, report, out);
    PrintWriter printed = spec.commandLine().getOut();
    printed.print(report);
    printed.println();
    printed.println("Report, numbers and figures: " + out.toAbsolutePath().normalize());
    printed.flush();
    return KoelCommand.OK;
  }

  /** A bar on a terminal; elsewhere a line for each part, because it takes minutes. */
  private final class Listener implements PaperRun.Listener, AutoCloseable {

    private final PrintWriter err = spec.commandLine().getErr();
    private Progress progress;

    @Override
    public void started(int number, int jobs, String job) {
      if (progress == null) {
        progress = Progress.of("paper", jobs);
      } else {
        progress.advance(1);
      }
      progress.message(job);
      if (!Progress.isTerminal()) {
        err.printf("[%d/%d] %s%n", number, jobs, job);
        err.flush();
      }
    }

    @Override
    public void close() {
      if (progress != null) {
        progress.close();
      }
    }
  }
}
