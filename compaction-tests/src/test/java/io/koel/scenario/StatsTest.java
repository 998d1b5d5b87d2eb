package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.Stats;
import io.koel.engine.files.FileNames;
import io.koel.faults.FaultPlan;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What the store says of itself is what happened. */
class StatsTest {

  private final FaultyStorage storage = new FaultyStorage(new StrictStorage());

  private static byte[] key(int i) {
    return ("key" + i).getBytes();
  }

  @Test
  void readsAvoided_lookupsOfAbsentKeys_countsEachDenial() throws IOException {
    try (Koel db = Koel.open(storage, Options.defaults().withFilterPolicy("bloom(bits=20)"))) {
      for (int i = 0; i < 1_000; i += 2) {
        db.put(key(i), new byte[10]);
      }
      db.flush();
      assertEquals(0, db.stats().readsAvoided());
      for (int i = 1; i < 1_000; i += 2) {
        assertNull(db.get(key(i)));
      }
      Stats stats = db.stats();
      // One table; key999 is behind its last key, so that not even its filter is asked.
      assertEquals(499, stats.readsAvoided() + stats.falsePositives());
      assertTrue(stats.readsAvoided() > 490, stats.readsAvoided() + " reads avoided");
    }
  }

  @Test
  void snapshots_begunAndEnded_areCounted() throws IOException {
    try (Koel db = Koel.open(storage, TinyOptions.of("none"))) {
      assertEquals(0, db.stats().snapshots());
      Snapshot first = db.snapshot();
      Snapshot second = db.snapshot();
      assertEquals(2, db.stats().snapshots());
      first.close();
      first.close();
      assertEquals(1, db.stats().snapshots());
      second.close();
      assertEquals(0, db.stats().snapshots());
    }
  }

  @Test
  void blockCacheBytes_afterReads_isWhatTheyCachedWithinTheLimit() throws IOException {
    Options options = TinyOptions.of("none").withBlockBytes(1 << 10).withBlockCacheBytes(16 << 10);
    try (Koel db = Koel.open(storage, options)) {
      for (int i = 0; i < 2_000; i++) {
        db.put(key(i), new byte[50]);
      }
      db.compact();
      assertEquals(0, db.stats().blockCacheBytes());
      db.get(key(7));
      long one = db.stats().blockCacheBytes();
      assertTrue(one >= 1 << 10 && one < 4 << 10, one + " bytes after one lookup");
      for (int i = 0; i < 2_000; i++) {
        assertArrayEquals(new byte[50], db.get(key(i)));
      }
      long all = db.stats().blockCacheBytes();
      assertTrue(all > one && all <= 16 << 10, all + " bytes after many lookups");
    }
  }

  @Test
  void writes_withoutStalls_countBatchesEntriesAndBytes() throws IOException {
    try (Koel db = Koel.open(storage, Options.defaults())) {
      for (int i = 0; i < 10; i++) {
        db.put(key(i), new byte[100]);
      }
      db.delete(key(3));
      Stats.WriteStats writes = db.stats().writes();
      assertEquals(11, writes.batches());
      assertEquals(11, writes.entries());
      assertTrue(writes.bytes() > 1_000, writes.bytes() + " bytes");
      assertEquals(0, writes.slowdowns());
      assertEquals(0, writes.stops());
      assertEquals(0, writes.stalledNanos());
    }
  }

  /** Compactions are held up until the writer had to wait for them. */
  @Test
  void writes_withCompactionBehind_showSlowdownsAndStops() throws Exception {
    CountDownLatch mayCompact = new CountDownLatch(1);
    storage.setPlan(holdingUp("koel-compaction", mayCompact));
    Options options =
        TinyOptions.of("none")
            .withMemtableBytes(64 << 10)
            // Room for what a slow flush leaves waiting: level 0 alone is to stop the writer.
            .withMaxMemtables(64)
            .withLevel0Triggers(2, 2, 5);
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try (Koel db = Koel.open(storage, options)) {
      for (int table = 0; table <= options.level0SlowdownTrigger(); table++) {
        // Of one key, so that they have to be merged.
        db.put(key(0), new byte[200]);
        db.flush();
      }
      Future<?> writing =
          writer.submit(
              () -> {
                for (int i = 0; db.stats().writes().stops() == 0; i++) {
                  db.put(key(i), new byte[200]);
                }
                return null;
              });
      while (db.stats().writes().stops() == 0 && !writing.isDone()) {
        Thread.onSpinWait();
      }
      mayCompact.countDown();
      writing.get();
      Stats.WriteStats writes = db.stats().writes();
      assertTrue(writes.slowdowns() > 0, writes::toString);
      assertEquals(1, writes.stops());
      assertTrue(writes.stalledNanos() > 0, writes::toString);
    } finally {
      mayCompact.countDown();
      writer.shutdown();
    }
  }

  /** Appends to tables by these threads wait for a signal. */
  private static FaultPlan holdingUp(String threads, CountDownLatch signal) {
    return (call, name) -> {
      if (call == StorageCall.APPEND
          && FileNames.tableNumber(name).isPresent()
          && Thread.currentThread().getName().startsWith(threads)) {
        try {
          signal.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
    };
  }
}
