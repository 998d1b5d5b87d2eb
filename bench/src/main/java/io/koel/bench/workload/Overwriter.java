package io.koel.bench.workload;

import io.koel.bench.engine.Store;
import io.koel.bench.engine.StoreSession;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Overwrites random entries until it is stopped, as fast as it can or at a given rate: without one,
 * the faster store has more to do beside its reads.
 */
final class Overwriter {

  /** A slow writer must hear soon that it is to stop. */
  private static final long MAX_WAIT_NANOS = 10_000_000;

  private final KeySpace keys;
  private final long seed;
  private final long writesPerSecond;
  private final CountDownLatch begun = new CountDownLatch(1);
  private volatile boolean stopped;

  Overwriter(KeySpace keys, long seed, long writesPerSecond) {
    this.keys = keys;
    this.seed = seed;
    this.writesPerSecond = writesPerSecond;
  }

  void stop() {
    stopped = true;
  }

  /** Returns after the first write, so that what follows happens while others are written. */
  void awaitBegun() throws IOException {
    try {
      begun.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before the first write", e);
    }
  }

  BackgroundWrites writeTo(Store store) throws IOException {
    try (StoreSession session = store.session()) {
      Step step = new Step(store, session, keys, Mix.mix(~seed), new byte[0][]);
      long begin = System.nanoTime();
      long count = 0;
      while (isDue(count, begin)) {
        step.put(step.random(count), 2);
        count++;
        begun.countDown();
      }
      return new BackgroundWrites(count, System.nanoTime() - begin);
    } finally {
      // Nobody shall wait for a writer that failed.
      begun.countDown();
    }
  }

  /** Waits for the time of the next write; whether there is one. Who is late catches up. */
  private boolean isDue(long count, long begin) {
    if (writesPerSecond != BenchPlan.UNLIMITED) {
      long due = begin + (long) (count * 1e9 / writesPerSecond);
      for (long wait = due - System.nanoTime();
          wait > 0 && !stopped;
          wait = due - System.nanoTime()) {
        LockSupport.parkNanos(Math.min(wait, MAX_WAIT_NANOS));
      }
    }
    return !stopped;
  }
}
