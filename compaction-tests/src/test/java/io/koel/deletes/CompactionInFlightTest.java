package io.koel.deletes;

import static io.koel.deletes.TwoLevels.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.faults.FaultPlan;
import io.koel.faults.StorageCall;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Older tables are being compacted while tombstones pass above them. What the compaction has read
 * already it will write again, alive; so nothing may be marked there, and the tombstones stay. The
 * other way round, a table that is being marked is not compacted before that counts.
 */
class CompactionInFlightTest {

  private static final int KEYS = 999;
  private static final String HELD = "held compaction";

  @Test
  void tablesThatAreBeingCompacted_areNotMarked() throws Exception {
    try (TwoLevels store = oneTable()) {
      Gate gate = new Gate(HELD, ".sst");
      store.storage.setPlan(gate);

      DeepCompaction deepCompaction = new DeepCompaction(store.db, KEYS);
      deepCompaction.start();
      try {
        assertTrue(gate.reached.await(60, TimeUnit.SECONDS));
        store.deleteEach(10, KEYS, 3);
        store.db.flush();
        awaitTombstonesAbove(store);
        assertEquals(10, store.tombstones().keysMarked());
      } finally {
        gate.open.countDown();
      }
      deepCompaction.await();
      store.settle();
      store.check(KEYS);
      store.reopen();
      store.check(KEYS);
    }
  }

  /** One table, with something to drop: else a deep compaction would leave it alone. */
  private static TwoLevels oneTable() throws IOException {
    TwoLevels store = TwoLevels.filled(TwoLevels.OPTIONS.withTableBytes(1 << 20), KEYS);
    store.deleteEach(0, 10, 1);
    store.settle();
    return store;
  }

  private static void awaitTombstonesAbove(TwoLevels store) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (store.level(TwoLevels.ABOVE).tombstones() == 0) {
      assertTrue(System.nanoTime() < deadline, "the tombstones never left level 0");
      Thread.onSpinWait();
    }
  }

  @Test
  void tableThatIsBeingMarked_isNotCompacted() throws Exception {
    try (TwoLevels store = oneTable()) {
      Gate gate = new Gate("koel-compaction", ".gen");
      store.storage.setPlan(gate);
      store.deleteEach(10, KEYS, 3);
      store.db.flush();
      // Of keys that only the table below has: nothing else is in its way.
      DeepCompaction deepCompaction = new DeepCompaction(store.db, 5);
      try {
        assertTrue(gate.reached.await(60, TimeUnit.SECONDS));
        deepCompaction.start();
        deepCompaction.awaitWaiting();
      } finally {
        gate.open.countDown();
      }
      deepCompaction.await();
      store.settle();
      store.check(KEYS);
      store.reopen();
      store.check(KEYS);
    }
  }

  /** The caller's own compaction of the first keys. */
  private static final class DeepCompaction extends Thread {

    private final Koel db;
    private final int last;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    DeepCompaction(Koel db, int last) {
      super(HELD);
      this.db = db;
      this.last = last;
    }

    @Override
    public void run() {
      try {
        db.compact(key(0), key(last));
        done.complete(null);
      } catch (IOException | RuntimeException | Error e) {
        done.completeExceptionally(e);
      }
    }

    void await() throws Exception {
      done.get(60, TimeUnit.SECONDS);
    }

    void awaitWaiting() {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!isWaiting()) {
        assertTrue(!done.isDone(), "it did not wait");
        assertTrue(System.nanoTime() < deadline, () -> "it is elsewhere: " + stack());
        Thread.onSpinWait();
      }
    }

    /** Whether it waits for its turn, and not for a lock on the way. */
    private boolean isWaiting() {
      String stack = stack();
      return stack.contains("awaitManual") && stack.contains("awaitUninterruptibly");
    }

    private String stack() {
      return Arrays.toString(getStackTrace());
    }
  }

  /** Holds threads where they are about to make their first file of a kind. */
  private static final class Gate implements FaultPlan {

    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch open = new CountDownLatch(1);
    private final String threads;
    private final String ending;

    Gate(String threads, String ending) {
      this.threads = threads;
      this.ending = ending;
    }

    @Override
    public void beforeCall(StorageCall call, String name) throws IOException {
      if (call == StorageCall.CREATE
          && name.endsWith(ending)
          && Thread.currentThread().getName().startsWith(threads)) {
        reached.countDown();
        try {
          open.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
    }
  }
}
