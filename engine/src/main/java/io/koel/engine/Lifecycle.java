package io.koel.engine;

import io.koel.engine.read.ReaderSlot;
import io.koel.engine.read.ReaderSlots;

/**
 * Whether the store is open. A call that began before the store was closed ends in order or with an
 * {@link IllegalStateException}, and closing waits for it; one that begins later fails.
 */
final class Lifecycle {

  /** The calls that may take long: all but lookups, which have slots of their own. */
  private final ReaderSlots calls = new ReaderSlots(0);

  private volatile boolean closing;

  /** Begins a call. The caller ends it with {@link ReaderSlot#leave}. */
  ReaderSlot enter() {
    ReaderSlot call = calls.enter();
    if (closing) {
      call.leave();
      throw closed();
    }
    return call;
  }

  void requireOpen() {
    if (closing) {
      throw closed();
    }
  }

  boolean isClosing() {
    return closing;
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("the store is closed");
  }

  /** From now on calls fail. */
  void startClosing() {
    closing = true;
  }

  /** Returns when all calls have ended that began before {@link #startClosing}. */
  void awaitCalls() {
    calls.awaitReaders();
  }
}
