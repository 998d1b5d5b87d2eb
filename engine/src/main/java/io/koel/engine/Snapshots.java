package io.koel.engine;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * The sequences of living snapshots. Who decides by them what nobody needs any more, and who makes
 * a new one, share this object's lock.
 */
final class Snapshots {

  private static final long NOTHING = Long.MAX_VALUE;

  private final TreeMap<Long, Integer> counts = new TreeMap<>();

  /** The lowest sequence that {@link #allSee} was asked for in vain. */
  private long awaited = NOTHING;

  /** Begins a snapshot as of now; the sequence is read under the lock. */
  synchronized long begin(LongSupplier published) {
    long sequence = published.getAsLong();
    counts.merge(sequence, 1, Integer::sum);
    return sequence;
  }

  /** Ends a snapshot. Yes if {@link #allSee} would now agree to what it denied before. */
  synchronized boolean end(long sequence) {
    counts.compute(sequence, (s, count) -> count == 1 ? null : count - 1);
    boolean isTold = awaited != NOTHING && oldest() >= awaited;
    awaited = isTold ? NOTHING : awaited;
    return isTold;
  }

  /**
   * Whether every snapshot, also those to come, sees all entries up to this sequence. If one does
   * not, the {@link #end} that changes this says so.
   */
  synchronized boolean allSee(long sequence) {
    boolean isSo = oldest() >= sequence;
    awaited = isSo ? awaited : Math.min(awaited, sequence);
    return isSo;
  }

  private long oldest() {
    return counts.isEmpty() ? NOTHING : counts.firstKey();
  }

  /** All sequences that a snapshot has, ascending. */
  synchronized long[] sequences() {
    return counts.keySet().stream().mapToLong(Long::longValue).toArray();
  }

  synchronized int size() {
    int size = 0;
    for (Map.Entry<Long, Integer> entry : counts.entrySet()) {
      size += entry.getValue();
    }
    return size;
  }
}
