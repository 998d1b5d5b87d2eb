package io.koel.engine;

import io.koel.BackgroundFailure;
import java.util.concurrent.atomic.AtomicReference;

/** The first thing that went wrong in a way that forbids further writes. */
final class Failure {

  private final AtomicReference<BackgroundFailure> first = new AtomicReference<>();
  private volatile boolean told;

  /** Remembers a failure, unless there was one before. */
  void set(String what, Throwable cause) {
    first.compareAndSet(null, new BackgroundFailure(what, cause));
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
