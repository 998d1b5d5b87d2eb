package io.koel.engine.closing;

import java.io.IOException;

/** Steps that are all tried, whatever becomes of the others; then the first failure is thrown. */
public final class Closing {

  /** One step. */
  @FunctionalInterface
  public interface Step {
    void run() throws IOException;
  }

  private Throwable failure;

  /** Gives something back after a failure that is being thrown; another one is added to it. */
  public static void after(Throwable failure, Step step) {
    Closing closing = new Closing();
    closing.failure = failure;
    closing.then(step);
  }

  /** Tries a step. */
  public Closing then(Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException | Error e) {
      if (failure == null) {
        failure = e;
      } else if (failure != e) {
        failure.addSuppressed(e);
      }
    }
    return this;
  }

  /** Throws the first failure, to which the later ones were added, if there was one. */
  public void end() throws IOException {
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
