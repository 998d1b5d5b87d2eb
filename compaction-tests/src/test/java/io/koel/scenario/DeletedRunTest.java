package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.WriteBatch;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Long runs of deleted keys, as a queue leaves them: scans walk over a run once and jump over it
 * from then on, and whatever is put into it is seen all the same.
 */
class DeletedRunTest {

  private static final int RUN = 5_000;
  private static final byte[] VALUE = {1};

  @Test
  void seekToFirst_again_stepsOverFewEntries() throws IOException {
    try (Koel db = Koel.open(new StrictStorage(), Options.defaults())) {
      fillAndDelete(db, RUN);
      assertTrue(stepsToFirst(db) >= RUN, "the tombstones are in the memtable");
      stepsToFirst(db);
      long known = stepsToFirst(db);
      assertTrue(known < 100, known + " steps");
    }
  }

  @Test
  void seekToFirst_queueThatMovesOn_stepsOverWhatIsNew() throws IOException {
    int batch = 500;
    try (Koel db = Koel.open(new StrictStorage(), Options.defaults())) {
      for (int i = 0; i < RUN; i++) {
        db.put(key(i), VALUE);
      }
      for (int head = 0; head < 20 * RUN; head += batch) {
        for (int i = head; i < head + batch; i++) {
          db.put(key(i + RUN), VALUE);
          db.delete(key(i));
        }
        assertArrayEquals(key(head + batch), first(db));
        long steps = stepsToFirst(db);
        // Each deleted key has two entries, of which a watch that began late misses one batch.
        assertTrue(head == 0 || steps <= 2 * 2 * batch + 100, steps + " steps at " + head);
      }
    }
  }

  @Test
  void put_intoAKnownRun_isFoundAtOnce() throws IOException {
    try (Koel db = Koel.open(new StrictStorage(), Options.defaults())) {
      fillAndDelete(db, RUN);
      learn(db);
      db.put(key(RUN / 2), VALUE);
      assertArrayEquals(key(RUN / 2), first(db));
      db.delete(key(RUN / 2));
      learn(db);
      WriteBatch batch = new WriteBatch();
      batch.put(key(7), VALUE);
      batch.put(key(3), VALUE);
      batch.delete(key(3));
      db.write(batch);
      assertArrayEquals(key(7), first(db));
    }
  }

  @Test
  void snapshot_olderThanTheRun_seesWhatWasThere() throws IOException {
    try (Koel db = Koel.open(new StrictStorage(), Options.defaults())) {
      for (int i = 0; i < RUN; i++) {
        db.put(key(i), VALUE);
      }
      try (Snapshot before = db.snapshot()) {
        for (int i = 0; i < RUN; i++) {
          db.delete(key(i));
        }
        db.put(key(RUN), VALUE);
        learn(db);
        try (Cursor cursor = before.scan()) {
          for (int i = 0; i < RUN; i++) {
            assertTrue(cursor.next());
            assertArrayEquals(key(i), cursor.key());
          }
          assertFalse(cursor.next());
        }
      }
    }
  }

  /** Runs of every length are made, filled and scanned, amid flushes, compactions and snapshots. */
  @Test
  void scans_randomRuns_equalTheModel() throws IOException {
    Random random = Seeds.random("DeletedRunTest");
    TreeMap<Integer, Integer> model = new TreeMap<>();
    Options options = TinyOptions.of("semisorted-cuckoo(bits=6)").withMemtableBytes(64 << 10);
    try (Koel db = Koel.open(new StrictStorage(), options)) {
      Snapshot snapshot = db.snapshot();
      TreeMap<Integer, Integer> snapshotModel = new TreeMap<>();
      for (int step = 0; step < 1_500; step++) {
        int from = random.nextInt(RUN);
        int to = from + random.nextInt(random.nextInt(10) == 0 ? RUN : 200);
        switch (random.nextInt(12)) {
          case 0, 1 -> {
            for (int i = from; i < to; i++) {
              db.put(key(i), value(step));
              model.put(i, step);
            }
          }
          case 2, 3, 4 -> {
            for (int i = from; i < to; i++) {
              db.delete(key(i));
              model.remove(i);
            }
          }
          case 5 -> {
            db.put(key(from), value(step));
            model.put(from, step);
          }
          case 6 -> {
            snapshot.close();
            snapshot = db.snapshot();
            snapshotModel = new TreeMap<>(model);
          }
          case 7 -> assertEqual(snapshotModel.subMap(from, to), snapshot.scan(key(from), key(to)));
          case 8 -> assertEqual(model, db.scan());
          default -> assertEqual(model.subMap(from, to), db.scan(key(from), key(to)));
        }
      }
      snapshot.close();
    }
  }

  /**
   * One thread puts a key into a run of deleted ones and takes it out again; others look for the
   * first key. Who began after a put had returned, and ended before the delete began, must find it.
   */
  @Test
  @Timeout(120)
  void seekToFirst_whileAKeyComesAndGoes_isNeverWrong() throws Exception {
    int rounds = 3_000;
    AtomicBoolean done = new AtomicBoolean();
    // Odd while the key is there for certain; twice the round otherwise.
    AtomicInteger state = new AtomicInteger();
    ExecutorService pool = Executors.newCachedThreadPool();
    try (Koel db = Koel.open(new StrictStorage(), Options.defaults())) {
      fillAndDelete(db, RUN);
      List<Future<?>> readers = new ArrayList<>();
      CountDownLatch judges = new CountDownLatch(2);
      for (int i = 0; i < 2; i++) {
        readers.add(pool.submit(() -> look(db, state, done, judges)));
      }
      Random random = Seeds.random("DeletedRunTest.seekToFirst");
      // And on until each of them has looked at the right moment.
      for (int round = 0; round < rounds || judges.getCount() > 0; round++) {
        if (readers.stream().anyMatch(Future::isDone)) {
          break;
        }
        int k = random.nextInt(RUN);
        db.put(key(k), VALUE);
        state.incrementAndGet();
        for (int i = random.nextInt(50); i > 0; i--) {
          db.put(key(RUN + 1 + random.nextInt(RUN)), VALUE);
        }
        state.incrementAndGet();
        db.delete(key(k));
      }
      done.set(true);
      for (Future<?> reader : readers) {
        reader.get();
      }
    } finally {
      done.set(true);
      pool.shutdown();
    }
  }

  /** Looks until it is done, and tells when it could judge an answer for the first time. */
  private static Void look(Koel db, AtomicInteger state, AtomicBoolean done, CountDownLatch judges)
      throws IOException {
    boolean judged = false;
    while (!done.get()) {
      int before = state.get();
      byte[] first = first(db);
      if (before % 2 == 1 && state.get() == before) {
        assertTrue(ByteBuffer.wrap(first).getInt() < RUN, "the key was there and not found");
        if (!judged) {
          judges.countDown();
        }
        judged = true;
      }
    }
    return null;
  }

  private static void fillAndDelete(Koel db, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      db.put(key(i), VALUE);
    }
    db.put(key(count), VALUE);
    for (int i = 0; i < count; i++) {
      db.delete(key(i));
    }
  }

  /** Scans until the run is known: the first scan begins to watch, the second one learns. */
  private static void learn(Koel db) throws IOException {
    first(db);
    first(db);
    assertTrue(stepsToFirst(db) < 100, "the run is not known");
  }

  private static byte[] first(Koel db) throws IOException {
    try (Cursor cursor = db.scan()) {
      assertTrue(cursor.next());
      return cursor.key();
    }
  }

  private static long stepsToFirst(Koel db) throws IOException {
    long before = db.stats().scans().steppedOver();
    first(db);
    return db.stats().scans().steppedOver() - before;
  }

  private static void assertEqual(Map<Integer, Integer> expected, Cursor cursor)
      throws IOException {
    try (cursor) {
      for (Map.Entry<Integer, Integer> entry : expected.entrySet()) {
        assertTrue(cursor.next(), () -> "no entry " + entry);
        assertEquals(entry.getKey(), ByteBuffer.wrap(cursor.key()).getInt());
        assertArrayEquals(value(entry.getValue()), cursor.value());
      }
      assertFalse(cursor.next());
    }
  }

  private static byte[] key(int i) {
    return ByteBuffer.allocate(4).putInt(i).array();
  }

  private static byte[] value(int step) {
    return ByteBuffer.allocate(4).putInt(step).array();
  }
}
