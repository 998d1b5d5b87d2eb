package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.faults.FaultPlan;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Files that cannot be deleted are told of, and go as soon as they can. */
class FileDeletionsTest {

  private final FaultyStorage storage = new FaultyStorage(new StrictStorage());

  @Test
  void delete_failsForAWhile_isToldAndTriedAgain() throws IOException {
    try (Koel db = Koel.open(storage, TinyOptions.of("none"))) {
      storage.setPlan(FaultPlan.always((call, name) -> call == StorageCall.DELETE));
      int before = storage.list().size();
      for (int i = 0; i < 5; i++) {
        db.put("key".getBytes(), new byte[1]);
        db.flush();
      }
      db.compact();
      db.awaitIdle();
      assertNull(db.stats().failure());
      int left = db.stats().background().filesLeft();
      assertTrue(left >= 5, "left are " + left);
      storage.setPlan(FaultPlan.NONE);
      db.put("key".getBytes(), new byte[1]);
      db.compact();
      db.awaitIdle();
      assertEquals(0, db.stats().background().filesLeft());
      assertTrue(storage.list().size() <= before + 1, () -> "there are " + list());
    }
  }

  private String list() {
    try {
      return storage.list().toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
