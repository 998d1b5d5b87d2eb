package io.koel.faults;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;

/** Decides which calls fail. Called by several threads. */
@FunctionalInterface
public interface FaultPlan {

  /** No call fails. */
  FaultPlan NONE = (call, name) -> {};

  /** Fails the call by throwing what the caller shall see. */
  void beforeCall(StorageCall call, String name) throws IOException;

  /** Reads fail once in {@code reads} calls, writes once in {@code writes}; 0 stands for never. */
  static FaultPlan atRate(long seed, int reads, int writes) {
    Random random = new Random(seed);
    return (call, name) -> {
      int odds = call.writes() ? writes : reads;
      synchronized (random) {
        if (odds == 0 || random.nextInt(odds) != 0) {
          return;
        }
      }
      throw Injected.error(call, name);
    };
  }

  /** Reads end early once in {@code reads} calls. */
  static FaultPlan shortReads(long seed, int reads) {
    Random random = new Random(seed);
    return (call, name) -> {
      synchronized (random) {
        if (call != StorageCall.READ || random.nextInt(reads) != 0) {
          return;
        }
      }
      throw Injected.shortRead(name);
    };
  }

  /** Syncs of files and directories fail once in {@code syncs} calls. */
  static FaultPlan failingSyncs(long seed, int syncs) {
    FaultPlan plan = atRate(seed, 0, syncs);
    return (call, name) -> {
      if (call == StorageCall.SYNC || call == StorageCall.SYNC_DIRECTORY) {
        plan.beforeCall(call, name);
      }
    };
  }

  /** The {@code n}-th of the matching calls fails, counted from 1, and no other. */
  static FaultPlan onceAt(long n, BiPredicate<StorageCall, String> matching) {
    AtomicLong seen = new AtomicLong();
    return (call, name) -> {
      if (matching.test(call, name) && seen.incrementAndGet() == n) {
        throw Injected.error(call, name);
      }
    };
  }

  /** Every matching call fails. */
  static FaultPlan always(BiPredicate<StorageCall, String> matching) {
    return (call, name) -> {
      if (matching.test(call, name)) {
        throw Injected.error(call, name);
      }
    };
  }

  /** The matching calls take longer once in {@code odds} calls, up to so much. */
  static FaultPlan slow(
      long seed, int odds, long maxNanos, BiPredicate<StorageCall, String> matching) {
    Random random = new Random(seed);
    return (call, name) -> {
      if (matching.test(call, name)) {
        long nanos;
        synchronized (random) {
          nanos = random.nextInt(odds) == 0 ? (long) (random.nextDouble() * maxNanos) : 0;
        }
        pause(nanos);
      }
    };
  }

  private static void pause(long nanos) {
    long end = System.nanoTime() + nanos;
    // An interrupted thread does not park, and must be as slow.
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** This plan, and then another one. */
  default FaultPlan then(FaultPlan next) {
    return (call, name) -> {
      beforeCall(call, name);
      next.beforeCall(call, name);
    };
  }
}
