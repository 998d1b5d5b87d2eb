package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.crash.Audit;
import io.koel.faults.FaultPlan;
import io.koel.faults.StorageCall;
import io.koel.sst.WritableFile;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A crash left generations of tables that live on, and opening cannot delete them. Marking these
 * tables passes their numbers over; once the files can be deleted, the next open does.
 */
class LeftoverGenerationTest {

  private static final int KEYS = 300;
  private static final byte[] LEFTOVER = "half a generation".getBytes();

  @Test
  void marking_generationsThatCannotBeDeletedInTheWay_passesThemOver() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      store.db.close();
      List<String> leftovers = leaveGenerations(store);
      store.storage.setPlan(
          FaultPlan.always((call, name) -> call == StorageCall.DELETE && leftovers.contains(name)));
      store.reopen();

      store.deleteEach(0, KEYS, 3);
      store.settle();

      assertNull(store.db.stats().failure());
      assertTrue(store.tombstones().keysMarked() > 0, "nothing was marked");
      store.check(KEYS);
      store.put(0);
      store.reopen();
      store.check(KEYS);
      for (String name : leftovers) {
        assertArrayEquals(LEFTOVER, store.disk.content(name));
      }

      store.storage.setPlan(FaultPlan.NONE);
      store.reopen();
      store.check(KEYS);
      store.db.close();
      assertEquals(List.of(), store.disk.list().stream().filter(leftovers::contains).toList());
      Audit.noOrphans(store.disk);
    }
  }

  /** A deletion that failed will be tried again, and must not meet a new file of that name. */
  @Test
  void marking_generationsWhoseDeletionFailedAndHappened_usesOtherNames() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      store.db.close();
      List<String> leftovers = leaveGenerations(store);
      store.storage.letFailedChangesHappen(1);
      store.storage.setPlan(
          FaultPlan.always((call, name) -> call == StorageCall.DELETE && leftovers.contains(name)));
      store.reopen();
      assertTrue(
          store.disk.list().stream().filter(leftovers::contains).count() < leftovers.size(),
          "no deletion happened");

      store.deleteEach(0, KEYS, 3);
      store.settle();
      assertTrue(store.tombstones().keysMarked() > 0, "nothing was marked");
      store.storage.setPlan(FaultPlan.NONE);
      // Whatever is deleted now, what could not be is tried again.
      store.put(0);
      store.settle();
      assertEquals(0, store.db.stats().background().filesLeft());
      store.check(KEYS);
      store.reopen();
      store.check(KEYS);
    }
  }

  /** Two for each table, so that more than one number is taken. */
  private static List<String> leaveGenerations(TwoLevels store) throws IOException {
    List<String> names =
        store.disk.list().stream()
            .filter(name -> name.endsWith(".sst"))
            .map(name -> name.replace(".sst", ""))
            .flatMap(table -> List.of(table + "-1.gen", table + "-2.gen").stream())
            .toList();
    for (String name : names) {
      try (WritableFile file = store.disk.create(name)) {
        file.append(LEFTOVER, 0, LEFTOVER.length);
        file.sync();
      }
    }
    store.disk.syncDirectory();
    return names;
  }
}
