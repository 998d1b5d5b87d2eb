package io.koel.bench.cli;

import io.koel.bench.workload.WorkProgress;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * How far long work has come, on standard error: a bar on a terminal, nothing elsewhere, so that
 * logs and pipes stay clean.
 */
final class Progress implements WorkProgress, AutoCloseable {

  private static final int WIDTH = 100;

  private final ProgressBar bar;

  private Progress(ProgressBar bar) {
    this.bar = bar;
  }

  static Progress of(String task, long operations) {
    if (!isTerminal()) {
      return new Progress(null);
    }
    return new Progress(
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(operations)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(200)
            .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
            .clearDisplayOnFinish()
            .setEtaFunction(state -> Optional.empty())
            .build());
  }

  /** Whether a person is looking: a terminal that is not a dumb one. */
  static boolean isTerminal() {
    return System.console() != null && !"dumb".equals(System.getenv("TERM"));
  }

  @Override
  public void advance(long operations) {
    if (bar != null) {
      bar.stepBy(operations);
    }
  }

  void message(String text) {
    if (bar != null) {
      bar.setExtraMessage(" " + text);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
