package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.BackgroundFailure;
import io.koel.Koel;
import io.koel.faults.FaultPlan;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Closing is the last chance to tell that something failed in the background. */
class CloseAfterFailureTest {

  private final StrictStorage disk = new StrictStorage();
  private final FaultyStorage storage = new FaultyStorage(disk);
  private int written;

  /** A store whose flush has failed. */
  private Koel failed() throws IOException {
    Koel db = Koel.open(storage, TinyOptions.of("none"));
    storage.setPlan(
        FaultPlan.always((call, name) -> call == StorageCall.SYNC && name.endsWith(".sst")));
    while (db.stats().failure() == null && db.stats().memtable().waiting() == 0) {
      written++;
      db.put("key".getBytes(), ByteBuffer.allocate(100).putInt(written).array());
    }
    while (db.stats().failure() == null) {
      Thread.onSpinWait();
    }
    return db;
  }

  @Test
  void close_afterFailureThatNobodyWasTold_throwsIt() throws IOException {
    Koel db = failed();
    BackgroundFailure told = assertThrows(BackgroundFailure.class, db::close);
    assertTrue(told.getMessage().contains("injected"), told.getMessage());
    db.close();
  }

  @Test
  void close_afterFailureThatAWriteTold_isQuiet() throws IOException {
    Koel db = failed();
    assertThrows(BackgroundFailure.class, () -> db.put("key".getBytes(), new byte[1]));
    db.close();
  }

  /** The failed flush was of tables; the log works, and all that was written is in it. */
  @Test
  void close_inPeaceAfterAFailure_hasSyncedTheLog() throws IOException {
    Koel db = failed();
    assertThrows(BackgroundFailure.class, () -> db.put("key".getBytes(), new byte[1]));
    db.close();

    StrictStorage afterwards = disk.afterPowerCut(1);
    try (Koel reopened = Koel.open(afterwards, TinyOptions.of("none"))) {
      assertEquals(written, ByteBuffer.wrap(reopened.get("key".getBytes())).getInt());
    }
  }

  /** It is the flush of closing itself that fails. */
  @Test
  void close_thatCannotFlush_throwsAndHasSyncedTheLog() throws IOException {
    Koel db = Koel.open(storage, TinyOptions.of("none"));
    storage.setPlan(
        FaultPlan.always((call, name) -> call == StorageCall.SYNC && name.endsWith(".sst")));
    db.put("key".getBytes(), "value".getBytes());
    IOException told = assertThrows(IOException.class, db::close);
    assertTrue(told.getMessage().contains("injected"), told.getMessage());

    try (Koel reopened = Koel.open(disk.afterPowerCut(1), TinyOptions.of("none"))) {
      assertArrayEquals("value".getBytes(), reopened.get("key".getBytes()));
    }
  }

  @Test
  void close_whenTheLogFailed_isNeverQuiet() throws IOException {
    Koel db = Koel.open(storage, TinyOptions.of("none"));
    db.put("key".getBytes(), new byte[1]);
    storage.setPlan(
        FaultPlan.onceAt(1, (call, name) -> call == StorageCall.SYNC && name.endsWith(".log")));
    assertThrows(BackgroundFailure.class, db::sync);
    assertThrows(BackgroundFailure.class, db::sync);
    IOException told = assertThrows(IOException.class, db::close);
    assertTrue(told.getMessage().contains("injected"), told.getMessage());
    db.close();
  }
}
