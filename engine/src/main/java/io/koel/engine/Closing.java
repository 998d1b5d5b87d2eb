package io.koel.engine;

import java.io.IOException;

/** Steps that are all tried, whatever becomes of the others; then the first failure is thrown. */
final class Closing {

  /** One step. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  private Throwable failure;

  Closing then(Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException | Error e) {
      if (failure == null) {
        failure = e;
      } else {
        failure.addSuppressed(e);
      }
    }
    return this;
  }

  void end() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
