package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.Durability;
import io.koel.Koel;
import io.koel.Options;
import io.koel.faults.FaultPlan;
import io.koel.faults.FaultyStorage;
import io.koel.faults.Injected;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A directory sync that fails is told to one thread alone, while names that others wait for may be
 * among what it lost.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FailedDirectorySyncTest {

  private static final int SURVIVAL_SEEDS = 50;
  private static final int WRITES = 2;

  private final StrictStorage disk = new StrictStorage();
  private final FaultyStorage storage = new FaultyStorage(disk);
  private final Options options = TinyOptions.of("none");
  private final byte[] full = new byte[(int) options.memtableBytes()];
  private final CountDownLatch tableIsNamed = new CountDownLatch(1);
  private final CountDownLatch writerHasFailed = new CountDownLatch(1);

  private static byte[] key(int i) {
    return ("key" + i).getBytes();
  }

  private static boolean isFlush() {
    return Thread.currentThread().getName().equals("koel-flush");
  }

  /** The flush has made its table, and comes to the directory when the writer has failed there. */
  private void flushWaits(StorageCall call, String name) {
    if (call == StorageCall.SYNC && name.endsWith(".sst") && isFlush()) {
      tableIsNamed.countDown();
      await(writerHasFailed);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void directorySync_failedForANewLogWhileATableWaitsForItsOwn_losesNothing() throws IOException {
    Koel db = Koel.open(storage, options);
    FaultPlan flushWaits = this::flushWaits;
    storage.setPlan(flushWaits);
    for (int i = 0; i < WRITES; i++) {
      // Each fills a memtable, so that the next one begins another with a log of its own.
      db.put(key(i), full, Durability.SYNC);
    }
    await(tableIsNamed);
    storage.setPlan(
        flushWaits.then(
            FaultPlan.onceAt(1, (call, name) -> call == StorageCall.SYNC_DIRECTORY && !isFlush())));
    IOException failed = assertThrows(IOException.class, () -> db.put(key(WRITES), full));
    Injected.requireCauseOf(failed);
    storage.setPlan(FaultPlan.NONE);
    writerHasFailed.countDown();
    try {
      db.close();
    } catch (IOException told) {
      Injected.requireCauseOf(told);
    }
    for (int seed = 0; seed < SURVIVAL_SEEDS; seed++) {
      try (Koel found = Koel.open(disk.afterPowerCut(seed), options)) {
        for (int i = 0; i < WRITES; i++) {
          assertArrayEquals(full, found.get(key(i)), "key " + i + ", survival seed " + seed);
        }
      }
    }
  }
}
