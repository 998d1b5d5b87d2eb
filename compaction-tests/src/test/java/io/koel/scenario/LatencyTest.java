package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Durability;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Stats.WriteStats;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

/** A slow disk: what writers wait for shows as a stall if it is the background, and only then. */
class LatencyTest {

  private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
  private static final int KEYS = 400;

  private final FaultyStorage storage = new FaultyStorage(new StrictStorage());
  private final Options options = TinyOptions.of("none").withMaxMemtables(2);

  private void slow(BiPredicate<StorageCall, String> matching) {
    storage.setPlan(
        (call, name) -> {
          long end = System.nanoTime() + SLOW_NANOS;
          while (matching.test(call, name) && System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
          }
        });
  }

  private static byte[] key(int i) {
    return ("key" + i).getBytes();
  }

  @Test
  void writes_whileFlushesAreSlow_showTheStopsAndTheirTime() throws IOException {
    try (Koel db = Koel.open(storage, options)) {
      slow((call, name) -> call == StorageCall.SYNC && name.endsWith(".sst"));
      long start = System.nanoTime();
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), new byte[200]);
      }
      long took = System.nanoTime() - start;
      WriteStats writes = db.stats().writes();
      // With one memtable that waits, each further one waits for a whole flush.
      assertTrue(writes.stops() >= 3, writes.toString());
      assertTrue(writes.stalledNanos() >= SLOW_NANOS, writes.toString());
      assertTrue(writes.stalledNanos() <= took, writes + " within " + took);
      for (int i = 0; i < KEYS; i++) {
        assertArrayEquals(new byte[200], db.get(key(i)));
      }
    }
  }

  @Test
  void writes_whileTheLogIsSlow_areNoStalls() throws IOException {
    try (Koel db = Koel.open(storage, options)) {
      slow((call, name) -> call == StorageCall.SYNC && name.endsWith(".log"));
      long start = System.nanoTime();
      for (int i = 0; i < 5; i++) {
        db.put(key(i), new byte[20], Durability.SYNC);
      }
      assertTrue(System.nanoTime() - start >= 5 * SLOW_NANOS);
      WriteStats writes = db.stats().writes();
      assertEquals(0, writes.stops() + writes.slowdowns());
      assertEquals(0, writes.stalledNanos());
    }
  }
}
