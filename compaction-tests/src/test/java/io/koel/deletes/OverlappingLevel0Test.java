package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.koel.Options;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * Versions and tombstones of one key are in several tables of level 0, in the level below and in
 * the last one, and a memtable has a newer one still.
 */
class OverlappingLevel0Test {

  private static final int KEYS = 600;

  @Test
  void tombstones_amongOverlappingTables_hideAllThatIsOlder() throws IOException {
    Options options = TwoLevels.OPTIONS.withLevel0Triggers(6, 20, 36);
    try (TwoLevels store = TwoLevels.filled(options, KEYS)) {
      for (int round = 0; round < 18; round++) {
        for (int i = 0; i < KEYS; i++) {
          if (i % 7 == round % 7) {
            store.put(i);
          } else if (i % 5 == round % 5) {
            store.delete(i);
          }
        }
        store.db.flush();
        for (int i = round; i < KEYS; i += 50) {
          store.put(i);
        }
        store.check(KEYS);
      }
      store.settle();
      store.check(KEYS);
      store.db.compact();
      assertEquals(0, store.tombstonesStored());
      assertEquals(0, store.deadEntries());
      store.check(KEYS);
    }
  }
}
