package io.koel.engine;

import io.koel.Options;
import io.koel.engine.stats.JobCounters;
import java.util.concurrent.locks.LockSupport;

/**
 * Slows writers down, gradually, when compaction falls behind: from the slow-down trigger on they
 * may write at a rate that sinks with every further table of level 0. What is written too fast is a
 * debt in time, which is slept off as soon as it is worth a sleep.
 *
 * <p>Used by one writer at a time.
 */
final class Throttle {

  private static final long FULL_BYTES_PER_SECOND = 64L << 20;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long SLEEP_FROM_NANOS = 1_000_000;

  private final Options options;
  private final JobCounters counters;
  private long debtNanos;

  Throttle(Options options, JobCounters counters) {
    this.options = options;
    this.counters = counters;
  }

  /** So many bytes were written while level 0 has so many tables. */
  void wrote(long bytes, int level0Tables) {
    int over = level0Tables - options.level0SlowdownTrigger();
    if (over < 0) {
      debtNanos = 0;
      return;
    }
    debtNanos += bytes * NANOS_PER_SECOND / bytesPerSecond(over);
    if (debtNanos >= SLEEP_FROM_NANOS) {
      long start = System.nanoTime();
      LockSupport.parkNanos(debtNanos);
      long slept = System.nanoTime() - start;
      counters.slowdowns.increment();
      counters.stalledNanos.add(slept);
      // A sleep may end early or late; what is left or too much counts for the next.
      debtNanos = Math.max(debtNanos - slept, -SLEEP_FROM_NANOS);
    }
  }

  private long bytesPerSecond(int over) {
    int range = options.level0StopTrigger() - options.level0SlowdownTrigger();
    return FULL_BYTES_PER_SECOND * Math.max(1, range - over) / (range * (1L + over));
  }
}
