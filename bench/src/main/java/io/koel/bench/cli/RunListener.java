package io.koel.bench.cli;

import java.io.PrintWriter;

/** Shows the parts of a run of minutes: a bar on a terminal, elsewhere a line for each part. */
final class RunListener implements AutoCloseable {

  private final String task;
  private final PrintWriter err;
  private Progress progress;

  RunListener(String task, PrintWriter err) {
    this.task = task;
    this.err = err;
  }

  void started(int number, int parts, String part) {
    if (progress == null) {
      progress = Progress.of(task, parts);
    } else {
      progress.advance(1);
    }
    progress.message(part);
    if (!Progress.isTerminal()) {
      err.printf("[%d/%d] %s%n", number, parts, part);
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
