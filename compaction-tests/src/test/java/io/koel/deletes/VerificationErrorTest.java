package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.FilterDeletes;
import io.koel.faults.FaultPlan;
import io.koel.faults.StorageCall;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An older table cannot be read, or not even asked. That is no proof of anything: tombstones stay,
 * it is told, and writes go on.
 */
class VerificationErrorTest {

  private static final int KEYS = 999;
  private static final int OFFSET_IN_DEAD_SET = 47;

  @Test
  void failedReads_markNothing_andTombstonesStay() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      Set<String> oldTables = Set.copyOf(store.disk.list());
      store.check(KEYS);
      store.storage.setPlan(
          FaultPlan.always((call, name) -> call == StorageCall.READ && oldTables.contains(name)));
      store.deleteEach(0, KEYS, 20);
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

  @ParameterizedTest
  @EnumSource(FilterDeletes.class)
  void failedOpens_markNothing_andTombstonesStay(FilterDeletes setting) throws IOException {
    try (TwoLevels store = TwoLevels.filled(TwoLevels.OPTIONS.withFilterDeletes(setting), KEYS)) {
      Set<String> oldTables = Set.copyOf(store.disk.list());
      store.reopen();
      store.storage.setPlan(
          FaultPlan.always((call, name) -> call == StorageCall.OPEN && oldTables.contains(name)));
      store.deleteEach(0, KEYS, 20);
      store.settle();

      assertEquals(0, store.deadEntries());
      assertTrue(store.tombstonesStored() > 0);
      assertEquals(
          setting != FilterDeletes.OFF, store.tombstones().verificationErrors() > 0, "errors told");

      store.storage.setPlan(FaultPlan.NONE);
      store.check(KEYS);
    }
  }

  @Test
  void damagedFooter_marksNothing_andTombstonesStay() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      store.db.close();
      String damaged = oldest(store, ".sst");
      store.disk.damage(damaged, store.disk.content(damaged).length - 5, 0x10);
      store.reopen();
      store.deleteEach(0, KEYS, 20);
      store.settle();

      assertNull(store.db.stats().failure());
      assertTrue(store.tombstonesStored() > 0);
      assertTrue(store.tombstones().lastVerificationError().getMessage().contains(damaged));
    }
  }

  @Test
  void damagedDeadSet_marksNothingThere_andTombstonesStay() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      store.deleteEach(0, KEYS, 3);
      store.settle();
      store.db.close();
      String damaged = oldest(store, ".gen");
      store.disk.damage(damaged, OFFSET_IN_DEAD_SET, 0x10);
      store.reopen();
      store.deleteEach(1, KEYS, 60);
      store.settle();

      assertNull(store.db.stats().failure());
      assertTrue(store.tombstonesStored() > 0);
      assertTrue(store.tombstones().lastVerificationError().getMessage().contains(damaged));
    }
  }

  private static String oldest(TwoLevels store, String ending) throws IOException {
    return store.disk.list().stream().filter(n -> n.endsWith(ending)).findFirst().orElseThrow();
  }
}
