package io.koel.engine;

import io.koel.BackgroundFailure;
import java.util.concurrent.atomic.AtomicReference;

/** The first thing that went wrong in a way that forbids further writes. */
final class Failure {

  private final AtomicReference<BackgroundFailure> first = new AtomicReference<>();
  private volatile boolean told;

  private final Runnable wake;

  /** Made in advance, for when no memory is left to say what failed: those who wait must know. */
  private final BackgroundFailure speechless =
      new BackgroundFailure("the background", new OutOfMemoryError("no memory is left"));

  /** Makes a failure that has not happened. {@code wake} wakes all who wait for others' work. */
  Failure(Runnable wake) {
    this.wake = wake;
  }

  /** Remembers a failure, unless there was one before. Whoever waits for anything learns of it. */
  void set(String what, Throwable cause) {
    BackgroundFailure failure;
    try {
      failure = new BackgroundFailure(what, cause);
    } catch (OutOfMemoryError again) {
      failure = speechless;
    }
    first.compareAndSet(null, failure);
    wake.run();
  }

  boolean isSet() {
    return first.get() != null;
  }

  /** The failure, or null. */
  BackgroundFailure get() {
    return first.get();
  }

  /** Throws the failure, as a new exception with the caller's stack, if there was one. */
  void rethrow() throws BackgroundFailure {
    BackgroundFailure failure = first.get();
    if (failure != null) {
      told = true;
      throw new BackgroundFailure(failure);
    }
  }

  /** Throws the failure if there was one that no call has thrown yet. */
  void rethrowUnlessTold() throws BackgroundFailure {
    if (!told) {
      rethrow();
    }
  }
}
