package io.koel.deletes;

import static io.koel.deletes.TwoLevels.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Snapshot;
import io.koel.faults.FaultPlan;
import io.koel.faults.StorageCall;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
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
      Gate gate = new Gate(HELD, creation(".sst"));
      store.storage.setPlan(gate);

      DeepCompaction deepCompaction = new DeepCompaction(store.db, 0, KEYS);
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
      Gate gate = new Gate("koel-compaction", creation(".gen"));
      store.storage.setPlan(gate);
      store.deleteEach(10, KEYS, 3);
      store.db.flush();
      // Of keys that only the table below has: nothing else is in its way.
      DeepCompaction deepCompaction = new DeepCompaction(store.db, 0, 5);
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

  /**
   * Two compactions mark one table. The one that looked first is slower: when its turn comes to
   * mark, what it saw is not the installed state any more, and writing it would undo the other's
   * marks.
   */
  @Test
  void tableThatWasMarkedMeanwhile_isNotMarkedByAnOlderLook() throws Exception {
    int keys = 10 * KEYS;
    var options = TwoLevels.OPTIONS.withTableBytes(1 << 20);
    try (TwoLevels store = TwoLevels.filled(options, keys)) {
      String below = store.disk.list().stream().filter(n -> n.endsWith(".sst")).findAny().get();
      // Tombstones of the first range wait two levels above, as a snapshot needed what they hide.
      Snapshot snapshot = store.db.snapshot();
      store.deleteEach(1000, 1060, 1);
      store.settle();
      snapshot.close();
      assertEquals(60, store.level(TwoLevels.ABOVE - 1).tombstones());
      assertEquals(1, store.level(TwoLevels.LAST).tables());
      // Opens the table, which is done by one thread for all.
      store.db.get(key(0));

      Gate gate = new Gate(HELD, (call, name) -> call == StorageCall.READ && name.equals(below));
      store.storage.setPlan(gate);
      DeepCompaction slow = new DeepCompaction(store.db, 1000, 1060);
      slow.start();
      try {
        assertTrue(gate.reached.await(60, TimeUnit.SECONDS));
        store.deleteEach(5000, 5060, 1);
        store.settleLevel0();
        assertEquals(60, store.level(TwoLevels.LAST).deadEntries());
      } finally {
        gate.open.countDown();
      }
      slow.await();
      store.check(keys);
      store.reopen();
      store.check(keys);
    }
  }

  /** The caller's own compaction of some keys. */
  private static final class DeepCompaction extends Thread {

    private final Koel db;
    private final int first;
    private final int last;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    DeepCompaction(Koel db, int first, int last) {
      super(HELD);
      this.db = db;
      this.first = first;
      this.last = last;
    }

    @Override
    public void run() {
      try {
        db.compact(key(first), key(last));
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

  private static BiPredicate<StorageCall, String> creation(String ending) {
    return (call, name) -> call == StorageCall.CREATE && name.endsWith(ending);
  }

  /** Holds threads where they are about to do something. */
  private static final class Gate implements FaultPlan {

    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch open = new CountDownLatch(1);
    private final String threads;
    private final BiPredicate<StorageCall, String> where;

    Gate(String threads, BiPredicate<StorageCall, String> where) {
      this.threads = threads;
      this.where = where;
    }

    @Override
    public void beforeCall(StorageCall call, String name) throws IOException {
      if (where.test(call, name) && Thread.currentThread().getName().startsWith(threads)) {
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
