package io.koel.deletes;

import static io.koel.deletes.TwoLevels.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.faults.FaultPlan;
import io.koel.faults.StorageCall;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Older tables are being compacted while tombstones pass above them. What the compaction has read
 * already it will write again, alive; so nothing may be marked there, and the tombstones stay.
 */
class CompactionInFlightTest {

  private static final int KEYS = 999;

  @Test
  void tablesThatAreBeingCompacted_areNotMarked() throws Exception {
    var one = TwoLevels.OPTIONS.withTableBytes(1 << 20);
    try (TwoLevels store = TwoLevels.filled(one, KEYS)) {
      // Something for the compaction to drop, or it would leave the table alone.
      store.deleteEach(0, 10, 1);
      store.settle();
      Gate gate = new Gate();
      store.storage.setPlan(gate);

      CompletableFuture<Void> deepCompaction =
          CompletableFuture.runAsync(
              () -> {
                Thread.currentThread().setName(Gate.HELD);
                try {
                  store.db.compact(key(0), key(KEYS));
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      try {
        assertTrue(gate.reached.await(60, TimeUnit.SECONDS));
        store.deleteEach(10, KEYS, 3);
        store.db.flush();
        awaitTombstonesAbove(store);
        assertEquals(10, store.tombstones().keysMarked());
      } finally {
        gate.open.countDown();
      }
      deepCompaction.get(60, TimeUnit.SECONDS);
      store.settle();
      store.check(KEYS);
      store.reopen();
      store.check(KEYS);
    }
  }

  private static void awaitTombstonesAbove(TwoLevels store) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (store.level(TwoLevels.ABOVE).tombstones() == 0) {
      assertTrue(System.nanoTime() < deadline, "the tombstones never left level 0");
      Thread.onSpinWait();
    }
  }

  /** Holds one thread where it is about to write its first table. */
  private static final class Gate implements FaultPlan {

    static final String HELD = "held compaction";

    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch open = new CountDownLatch(1);

    @Override
    public void beforeCall(StorageCall call, String name) throws IOException {
      if (call == StorageCall.CREATE
          && name.endsWith(".sst")
          && Thread.currentThread().getName().equals(HELD)) {
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
