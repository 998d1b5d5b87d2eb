package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.BackgroundFailure;
import io.koel.Koel;
import io.koel.faults.FaultPlan;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Closing is the last chance to tell that something failed in the background. */
class CloseAfterFailureTest {

  private final FaultyStorage storage = new FaultyStorage(new StrictStorage());

  /** A store whose flush has failed. */
  private Koel failed() throws IOException {
    Koel db = Koel.open(storage, TinyOptions.of("none"));
    storage.setPlan(
        FaultPlan.always((call, name) -> call == StorageCall.SYNC && name.endsWith(".sst")));
    while (db.stats().failure() == null && db.stats().memtable().waiting() == 0) {
      db.put("key".getBytes(), new byte[100]);
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
}
