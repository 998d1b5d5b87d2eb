package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.Snapshot;
import io.koel.WriteBatch;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * A closed store answers every call with an IllegalStateException, also calls that are under way.
 */
class ClosedStoreTest {

  private static final byte[] KEY = "key".getBytes();

  private final StrictStorage storage = new StrictStorage();

  private Koel filled() throws IOException {
    Koel db = Koel.open(storage, TinyOptions.of("none"));
    for (int i = 0; i < 2_000; i++) {
      db.put(("key" + i).getBytes(), new byte[20]);
    }
    return db;
  }

  @Test
  void anyCall_afterClose_isIllegalState() throws IOException {
    Koel db = filled();
    Snapshot snapshot = db.snapshot();
    Cursor cursor = db.scan();
    assertTrue(cursor.next());
    db.close();
    db.close();

    assertThrows(IllegalStateException.class, () -> db.get(KEY));
    assertThrows(IllegalStateException.class, () -> db.get(List.of(KEY)));
    assertThrows(IllegalStateException.class, () -> db.put(KEY, KEY));
    assertThrows(IllegalStateException.class, () -> db.delete(KEY));
    assertThrows(IllegalStateException.class, () -> db.write(new WriteBatch().put(KEY, KEY)));
    assertThrows(IllegalStateException.class, db::sync);
    assertThrows(IllegalStateException.class, db::scan);
    assertThrows(IllegalStateException.class, db::snapshot);
    assertThrows(IllegalStateException.class, db::flush);
    assertThrows(IllegalStateException.class, db::compact);
    assertThrows(IllegalStateException.class, db::verify);
    assertThrows(IllegalStateException.class, db::stats);
    assertThrows(IllegalStateException.class, () -> db.explain(KEY));
    assertThrows(IllegalStateException.class, () -> db.checkpoint(new StrictStorage()));
    assertThrows(IllegalStateException.class, () -> snapshot.get(KEY));
    assertThrows(IllegalStateException.class, snapshot::scan);
    assertThrows(IllegalStateException.class, cursor::next);
    assertThrows(IllegalStateException.class, cursor::key);
    snapshot.close();
    cursor.close();
    cursor.close();
  }

  @Test
  void close_whileOthersAreAtWork_endsThemInOrder() throws Exception {
    for (int round = 0; round < 10; round++) {
      Koel db = filled();
      ExecutorService pool = Executors.newCachedThreadPool();
      CountDownLatch started = new CountDownLatch(6);
      List<Future<?>> workers = new ArrayList<>();
      workers.add(pool.submit(() -> untilClosed(started, () -> db.put(KEY, new byte[500]))));
      workers.add(pool.submit(() -> untilClosed(started, () -> db.put(KEY, new byte[5]))));
      workers.add(pool.submit(() -> untilClosed(started, () -> db.get("key77".getBytes()))));
      workers.add(pool.submit(() -> untilClosed(started, () -> readAll(db.scan()))));
      workers.add(
          pool.submit(() -> untilClosed(started, () -> readAll(db.scanReverse(null, null)))));
      workers.add(pool.submit(() -> untilClosed(started, db::compact)));
      started.await();
      db.close();
      for (Future<?> worker : workers) {
        worker.get();
      }
      pool.shutdown();
    }
    try (Koel db = Koel.open(storage, TinyOptions.of("none"))) {
      db.verify();
      assertEquals(20, db.get("key77".getBytes()).length);
    }
  }

  private interface Call {
    void run() throws IOException;
  }

  private static void readAll(Cursor cursor) throws IOException {
    try (cursor) {
      while (cursor.next()) {
        assertTrue(cursor.keyLength() > 0);
      }
    }
  }

  /**
   * Repeats a call until it says that the store is closed; whatever else it throws is a failure.
   */
  private static Void untilClosed(CountDownLatch started, Call call) throws IOException {
    boolean first = true;
    while (true) {
      try {
        call.run();
      } catch (IllegalStateException closed) {
        assertEquals("the store is closed", closed.getMessage());
        return null;
      } finally {
        if (first) {
          started.countDown();
          first = false;
        }
      }
    }
  }
}
