package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.FilterDeletes;
import io.koel.Options;
import io.koel.Snapshot;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tombstones that reached the last level because a snapshot needed what they hide go when it ends,
 * without any further write: nothing might ever be merged with them.
 */
class SnapshotEndedTest {

  private static final int KEYS = 999;

  @ParameterizedTest
  @EnumSource(FilterDeletes.class)
  void tombstonesInTheLastLevel_goWhenTheSnapshotEnds(FilterDeletes setting) throws IOException {
    Options options = TwoLevels.OPTIONS.withFilterDeletes(setting);
    try (TwoLevels store = TwoLevels.filled(options, KEYS)) {
      try (Snapshot older = store.db.snapshot()) {
        assertTrue(older.sequence() > 0);
        store.deleteEach(0, KEYS, 3);
        try (Snapshot newer = store.db.snapshot()) {
          assertTrue(newer.sequence() > older.sequence());
          store.db.compact();
          assertEquals(KEYS / 3, store.level(TwoLevels.LAST).tombstones());
        }
        store.db.awaitIdle();
        assertEquals(KEYS / 3, store.level(TwoLevels.LAST).tombstones(), "one still needs them");
      }
      store.db.awaitIdle();

      assertEquals(0, store.tombstonesStored());
      assertEquals(KEYS - KEYS / 3, store.level(TwoLevels.LAST).entries());
      store.check(KEYS);
    }
  }
}
