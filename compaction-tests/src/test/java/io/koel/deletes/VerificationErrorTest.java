package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.faults.FaultPlan;
import io.koel.faults.StorageCall;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An older table cannot be read. That is no proof of anything: tombstones stay, and it is told. */
class VerificationErrorTest {

  private static final int KEYS = 999;

  @Test
  void failedReads_markNothing_andTombstonesStay() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      Set<String> oldTables = Set.copyOf(store.disk.list());
      store.check(KEYS);
      store.storage.setPlan(
          FaultPlan.always((call, name) -> call == StorageCall.READ && oldTables.contains(name)));
      store.deleteEach(0, KEYS, 3);
      store.settle();

      assertEquals(0, store.deadEntries());
      assertTrue(store.tombstonesStored() > 0);
      assertTrue(store.tombstones().verificationErrors() > 0);
      assertNotNull(store.tombstones().lastVerificationError());

      store.storage.setPlan(FaultPlan.NONE);
      store.check(KEYS);
      store.db.compact();
      assertEquals(0, store.tombstonesStored());
      store.check(KEYS);
    }
  }
}
