package io.koel.bench.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/** What was to be printed could not be written. */
final class OutputFailure extends UncheckedIOException {

  private static final long serialVersionUID = 1;

  OutputFailure(IOException cause) {
    super(new IOException("standard output: " + cause.getMessage(), cause));
  }

  /** Whether the reader has gone, as {@code head} does when it has seen enough. */
  boolean isClosedPipe() {
    String reason = String.valueOf(getCause().getCause().getMessage());
    return reason.toLowerCase(Locale.ROOT).contains("broken pipe");
  }
}
