package io.koel.deletes;

import static io.koel.deletes.TwoLevels.LAST;
import static io.koel.deletes.TwoLevels.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Explanation;
import io.koel.Explanation.Verdict;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What happens when nothing stands in the way. */
class MarkingTest {

  private static final int KEYS = 999;

  @Test
  void tombstones_afterOneCompaction_areGone() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      store.deleteEach(0, KEYS, 3);
      store.settle();

      assertEquals(0, store.tombstonesStored());
      assertEquals(KEYS / 3, store.deadEntries());
      assertEquals(KEYS / 3, store.tombstones().keysMarked());
      assertEquals(KEYS / 3, store.tombstones().droppedByMark());
      assertTrue(store.tombstones().generationsWritten() > 0);
      store.check(KEYS);
      store.reopen();
      assertEquals(KEYS / 3, store.deadEntries());
      store.check(KEYS);
    }
  }

  @Test
  void lookups_ofDeletedKeys_readOnlyForFalsePositives() throws IOException {
    var wide = TwoLevels.OPTIONS.withFilterPolicy("semisorted-cuckoo(bits=13)");
    try (TwoLevels store = TwoLevels.filled(wide, KEYS)) {
      store.deleteEach(0, KEYS, 3);
      store.settle();
      long before = store.dataBlocksFromDisk();
      for (int i = 0; i < KEYS; i += 3) {
        store.db.get(key(i));
      }
      // 333 lookups with a rate of 0.05 %; ten would be a filter that forgot nothing of one table.
      assertTrue(store.dataBlocksFromDisk() - before < 10);
    }
  }

  @Test
  void explain_ofADeadKey_saysDeadOrDenied() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      store.deleteEach(0, KEYS, 3);
      store.settle();
      int dead = 0;
      for (int i = 0; i < KEYS; i += 3) {
        Explanation explanation = store.db.explain(key(i));
        assertEquals(Explanation.Outcome.ABSENT, explanation.outcome());
        for (Explanation.Probe probe : explanation.probes()) {
          if (probe.level() == LAST) {
            assertEquals(1, probe.generation());
            assertTrue(probe.deadEntries() > 0);
            assertTrue(
                probe.verdict() == Verdict.DEAD || probe.verdict() == Verdict.FILTER_DENIED,
                probe.toString());
            dead += probe.verdict() == Verdict.DEAD ? 1 : 0;
          }
        }
      }
      assertTrue(dead > 0, "with four bits, some dead keys share their class with living ones");
    }
  }

  @Test
  void tables_thatAreDeadAsAWhole_areDroppedUnread() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      long tablesBefore = store.level(LAST).tables();
      assertTrue(tablesBefore >= 3, tablesBefore + " tables");
      store.deleteEach(0, KEYS - 1, 1);
      store.settle();

      // All but the one with the last key, which is mostly dead and written anew.
      assertEquals(tablesBefore - 1, store.tombstones().deadTablesDropped());
      assertEquals(1, store.level(LAST).tables());
      assertEquals(1, store.level(LAST).entries());
      store.check(KEYS);
    }
  }

  @Test
  void tables_thatAreMostlyDead_areWrittenAnew() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      long before = store.level(LAST).sizeInBytes();
      for (int i = 0; i < KEYS; i++) {
        if (i % 4 != 0) {
          store.delete(i);
        }
      }
      store.settle();

      assertEquals(0, store.deadEntries());
      assertTrue(store.level(LAST).sizeInBytes() < before / 2);
      store.check(KEYS);
    }
  }

  @Test
  void scans_overADeadRange_readNoneOfIt() throws IOException {
    var many = TwoLevels.OPTIONS.withTableBytes(1 << 20).withLevelBaseBytes(30 << 10);
    try (TwoLevels store = TwoLevels.filled(many, 3000)) {
      assertEquals(1, store.level(LAST).tables());
      store.deleteEach(100, 1400, 1);
      store.settle();
      assertEquals(1300, store.deadEntries());
      long before = store.dataBlocksFromDisk();
      try (var cursor = store.db.scan(key(99), key(1401))) {
        assertTrue(cursor.next() && cursor.next());
      }
      assertTrue(store.dataBlocksFromDisk() - before <= 3);
    }
  }

  @Test
  void overwrites_markNothing_andReadNothingToVerify() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      for (int i = 0; i < KEYS; i += 20) {
        store.put(i);
      }
      store.settle();

      assertTrue(store.level(LAST - 1).entries() > 0, "nothing older is below");
      assertEquals(0, store.deadEntries());
      assertEquals(0, store.tombstones().keysMarked());
      assertEquals(0, store.tombstones().verificationReads());
      store.check(KEYS);
    }
  }
}
