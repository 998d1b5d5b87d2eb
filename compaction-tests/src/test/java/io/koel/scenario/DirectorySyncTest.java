package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.BackgroundFailure;
import io.koel.Durability;
import io.koel.Koel;
import io.koel.Options;
import io.koel.faults.FaultPlan;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The sync of the directory fails once. Whatever names were not stored by then may be lost, and the
 * next sync would not say so: there must be none.
 */
class DirectorySyncTest {

  private static final Options OPTIONS = TinyOptions.of("none");

  private final StrictStorage disk = new StrictStorage();
  private final FaultyStorage storage = new FaultyStorage(disk);
  private final AtomicInteger syncs = new AtomicInteger();

  private static byte[] key(int i) {
    return ("key" + i).getBytes();
  }

  private static void fillMemtable(Koel db) throws IOException {
    for (int i = 0; i < 1000; i++) {
      db.put(key(i), new byte[100]);
    }
  }

  private static boolean isOfTheWriter() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(f -> f.getMethodName().equals("switchMemtable")));
  }

  @Test
  void newLog_whoseNameIsNotDurable_endsAllWriting() throws IOException {
    Koel db = Koel.open(storage, OPTIONS);
    db.put(key(0), new byte[7], Durability.SYNC);
    storage.setPlan(
        (call, name) -> {
          if (call == StorageCall.SYNC_DIRECTORY && isOfTheWriter()) {
            syncs.incrementAndGet();
            throw new IOException("injected: Input/output error");
          }
        });
    BackgroundFailure told = assertThrows(BackgroundFailure.class, db::flush);
    assertTrue(told.getMessage().contains("injected"), told.getMessage());
    storage.setPlan(FaultPlan.NONE);
    assertThrows(BackgroundFailure.class, () -> db.put(key(1), new byte[1]));
    assertThrows(BackgroundFailure.class, db::flush);
    assertArrayEquals(new byte[7], db.get(key(0)));
    assertEquals(1, syncs.get(), "tries");
    db.close();

    try (Koel reopened = Koel.open(storage, OPTIONS)) {
      assertArrayEquals(new byte[7], reopened.get(key(0)));
      reopened.put(key(1), new byte[1]);
    }
  }

  /** A table was made before the sync that fails, and its own sync comes after it. */
  @Test
  void flush_whoseTableIsOlderThanTheFailure_isNotInstalled() throws Exception {
    CountDownLatch made = new CountDownLatch(1);
    CountDownLatch failed = new CountDownLatch(1);
    Koel db = Koel.open(storage, OPTIONS.withMaxMemtables(16));
    storage.setPlan(
        (call, name) -> {
          if (call == StorageCall.SYNC && name.endsWith(".sst")) {
            made.countDown();
            awaitQuietly(failed);
          }
        });
    while (db.stats().memtable().waiting() == 0) {
      db.put(key(0), new byte[100]);
    }
    made.await();
    AtomicInteger after = new AtomicInteger();
    storage.setPlan(
        (call, name) -> {
          if (call == StorageCall.SYNC_DIRECTORY && after.getAndIncrement() == 0) {
            throw new IOException("injected: Input/output error");
          }
        });
    assertThrows(BackgroundFailure.class, () -> fillMemtable(db));
    failed.countDown();
    assertThrows(IOException.class, db::awaitIdle);
    assertTrue(db.stats().levels().stream().allMatch(level -> level.tables() == 0));
    db.close();
    assertEquals(1, after.get(), "syncs of the directory since the first that failed");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
