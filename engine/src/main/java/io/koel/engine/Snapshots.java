package io.koel.engine;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * The sequences of living snapshots. Who decides by them what nobody needs any more, and who makes
 * a new one, share this object's lock.
 */
final class Snapshots {

  private final TreeMap<Long, Integer> counts = new TreeMap<>();

  /** Begins a snapshot as of now; the sequence is read under the lock. */
  synchronized long begin(LongSupplier published) {
    long sequence = published.getAsLong();
    counts.merge(sequence, 1, Integer::sum);
    return sequence;
  }

  synchronized void end(long sequence) {
    counts.compute(sequence, (s, count) -> count == 1 ? null : count - 1);
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
