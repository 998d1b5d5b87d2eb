package io.koel.engine.read;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * The lookups that are running.
 *
 * <p>A lookup must not see a table closed under it, but counting references on a table or on a
 * version would make all threads write to one cache line. Instead each lookup holds a slot while it
 * runs, mostly the one that its thread held before. Who has put something out of reach of new
 * lookups waits until every slot that was held has been let go once: {@link #awaitReaders}. After
 * that nobody can have it any more. (The idea is that of epochs, as in Linux's RCU.)
 */
public final class ReaderSlots {

  private static final int INITIAL_SLOTS = 64;
  private static final int SPINS = 100;
  private static final long PARK_NANOS = 20_000;

  private final int counters;
  private volatile ReaderSlot[] slots;

  /** Makes slots that count so many different things. */
  public ReaderSlots(int counters) {
    this.counters = counters;
    this.slots = newSlots(new ReaderSlot[0], INITIAL_SLOTS);
  }

  private ReaderSlot[] newSlots(ReaderSlot[] before, int size) {
    ReaderSlot[] after = Arrays.copyOf(before, size);
    for (int i = before.length; i < size; i++) {
      after[i] = new ReaderSlot(counters);
    }
    return after;
  }

  /** Takes a slot, which the caller lets go with {@link ReaderSlot#leave}. */
  public ReaderSlot enter() {
    ReaderSlot[] all = slots;
    int home = (int) Thread.currentThread().getId();
    ReaderSlot slot = all[home & all.length - 1];
    return slot.tryEnter() ? slot : enterElsewhere(home);
  }

  private ReaderSlot enterElsewhere(int home) {
    while (true) {
      ReaderSlot[] all = slots;
      for (int i = 1; i <= all.length; i++) {
        ReaderSlot slot = all[home + i & all.length - 1];
        if (slot.tryEnter()) {
          return slot;
        }
      }
      grow(all);
    }
  }

  private synchronized void grow(ReaderSlot[] full) {
    if (slots == full) {
      slots = newSlots(full, full.length * 2);
    }
  }

  /**
   * Returns when every lookup has ended that was running at the call.
   *
   * <p>REQUIRES: the caller holds no slot.
   */
  public void awaitReaders() {
    VarHandle.fullFence();
    for (ReaderSlot slot : slots) {
      long state = slot.state();
      if ((state & 1) == 1) {
        for (int tries = 0; slot.state() == state; tries++) {
          if (tries < SPINS) {
            Thread.onSpinWait();
          } else {
            LockSupport.parkNanos(PARK_NANOS);
          }
        }
      }
    }
  }

  /** The sum of one counter. */
  public long sum(int counter) {
    long sum = 0;
    for (ReaderSlot slot : slots) {
      sum += slot.counter(counter);
    }
    return sum;
  }
}
