package io.koel.engine;

import io.koel.Options;
import io.koel.engine.stats.JobCounters;

/**
 * Slows writers down, gradually, when compaction falls behind: from the slow-down trigger on they
 * may write at a rate that sinks with every further table of level 0. What is written too fast is a
 * debt in time, which is slept off as soon as it is worth a sleep.
 *
 * <p>A large batch makes a debt of minutes. So a sleep ends when its reason does: when level 0 is
 * below the trigger again, when the store fails, or when it is closed.
 *
 * <p>Used by one writer at a time.
 */
final class Throttle {

  private static final long FULL_BYTES_PER_SECOND = 64L << 20;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long SLEEP_FROM_NANOS = 1_000_000;

  private final Options options;
  private final Lifecycle lifecycle;
  private final Views views;
  private final Failure failure;
  private final JobCounters counters;
  private long debtNanos;

  Throttle(
      Options options, Lifecycle lifecycle, Views views, Failure failure, JobCounters counters) {
    this.options = options;
    this.lifecycle = lifecycle;
    this.views = views;
    this.failure = failure;
    this.counters = counters;
  }

  /** So many bytes were written. */
  void wrote(long bytes) {
    int over = tablesOverTrigger();
    if (over < 0) {
      debtNanos = 0;
      return;
    }
    debtNanos += bytes * NANOS_PER_SECOND / bytesPerSecond(over);
    if (debtNanos >= SLEEP_FROM_NANOS) {
      long slept = sleep(debtNanos);
      counters.slowdowns.increment();
      counters.stalledNanos.add(slept);
      // A sleep may end late; what is too much counts for the next.
      debtNanos = Math.max(debtNanos - slept, -SLEEP_FROM_NANOS);
    }
  }

  private int tablesOverTrigger() {
    return views.current().version.level(0).size() - options.level0SlowdownTrigger();
  }

  private long bytesPerSecond(int over) {
    int range = options.level0StopTrigger() - options.level0SlowdownTrigger();
    return Math.max(1, FULL_BYTES_PER_SECOND * Math.max(1, range - over) / (range * (1L + over)));
  }

  /** Sleeps while there is a reason, but not much longer than this; gives how long it was. */
  private long sleep(long nanos) {
    long start = System.nanoTime();
    long slept = 0;
    boolean interrupted = false;
    views.lock.lock();
    try {
      while (slept < nanos && isReasonToSleep()) {
        try {
          views.changed.awaitNanos(nanos - slept);
        } catch (InterruptedException e) {
          interrupted = true;
        }
        slept = System.nanoTime() - start;
      }
    } finally {
      views.lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return slept;
  }

  private boolean isReasonToSleep() {
    return tablesOverTrigger() >= 0 && !failure.isSet() && !lifecycle.isClosing();
  }
}
