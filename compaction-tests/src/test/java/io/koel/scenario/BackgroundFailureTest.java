package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.BackgroundFailure;
import io.koel.Koel;
import io.koel.Options;
import io.koel.faults.FaultPlan;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

/**
 * After a failed flush, compaction or log write the store reads on, and writes fail with the cause.
 */
class BackgroundFailureTest {

  private final StrictStorage disk = new StrictStorage();
  private final FaultyStorage storage = new FaultyStorage(disk);
  private final Options options = TinyOptions.of("none");

  private static byte[] key(int i) {
    return ("key" + i).getBytes();
  }

  /** Writes until a write fails; returns how many were acknowledged. */
  private static int writeUntilFailure(Koel db, int from) {
    for (int i = from; i < from + 100_000; i++) {
      try {
        db.put(key(i), new byte[100]);
      } catch (IOException e) {
        assertTrue(e instanceof BackgroundFailure, () -> "got " + e);
        return i;
      }
    }
    throw new AssertionError("no write failed");
  }

  private void failsReadOnlyAndRecovers(BiPredicate<StorageCall, String> failing)
      throws IOException {
    Koel db = Koel.open(storage, options);
    for (int i = 0; i < 300; i++) {
      db.put(key(i), new byte[100]);
    }
    storage.setPlan(FaultPlan.always(failing));
    int acknowledged = writeUntilFailure(db, 300);
    BackgroundFailure again =
        assertThrows(BackgroundFailure.class, () -> db.put(key(0), new byte[1]));
    assertTrue(again.getMessage().contains("injected"), again.getMessage());
    assertNotNull(db.stats().failure());
    for (int i = 0; i < acknowledged; i++) {
      assertNotNull(db.get(key(i)), "acknowledged write " + i + " cannot be read");
    }
    try {
      db.close();
    } catch (IOException unsynced) {
      // It was the log that failed.
      assertTrue(unsynced.getMessage().contains("injected"), unsynced.getMessage());
    }
    storage.setPlan(FaultPlan.NONE);
    try (Koel reopened = Koel.open(storage, options)) {
      for (int i = 0; i < acknowledged; i++) {
        assertEquals(100, reopened.get(key(i)).length);
      }
      reopened.put(key(0), new byte[7]);
      assertArrayEquals(new byte[7], reopened.get(key(0)));
      reopened.compact();
      reopened.verify();
    }
  }

  @Test
  void tableAppend_fails_storeReadsOn() throws IOException {
    failsReadOnlyAndRecovers((call, name) -> call == StorageCall.APPEND && name.endsWith(".sst"));
  }

  @Test
  void tableSync_fails_storeReadsOn() throws IOException {
    failsReadOnlyAndRecovers((call, name) -> call == StorageCall.SYNC && name.endsWith(".sst"));
  }

  @Test
  void manifestSync_fails_storeReadsOn() throws IOException {
    failsReadOnlyAndRecovers(
        (call, name) -> call == StorageCall.SYNC && name.startsWith("MANIFEST"));
  }

  @Test
  void logAppend_fails_storeReadsOn() throws IOException {
    failsReadOnlyAndRecovers((call, name) -> call == StorageCall.APPEND && name.endsWith(".log"));
  }

  @Test
  void disk_full_losesNothingAcknowledged() throws IOException {
    Koel db = Koel.open(storage, options);
    storage.setRoom(100_000);
    int acknowledged = writeUntilFailure(db, 0);
    for (int i = 0; i < acknowledged; i++) {
      assertNotNull(db.get(key(i)));
    }
    try {
      db.close();
    } catch (IOException full) {
      assertTrue(full.getMessage().contains("space"), full.getMessage());
    }
    storage.setRoom(Long.MAX_VALUE);
    try (Koel reopened = Koel.open(storage, options)) {
      for (int i = 0; i < acknowledged; i++) {
        assertEquals(100, reopened.get(key(i)).length);
      }
      reopened.put(key(1), new byte[1]);
    }
  }
}
