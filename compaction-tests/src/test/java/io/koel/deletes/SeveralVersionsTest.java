package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.koel.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A table has several versions of a key, and the filter one fingerprint for them. All versions die,
 * and one copy of the fingerprint goes.
 */
class SeveralVersionsTest {

  private static final int KEYS = 300;
  private static final int VERSIONS = 5;

  /** So few keys have several versions that no table is rewritten for them. */
  private static final int OVERWRITTEN_EACH = 60;

  @Test
  void allVersions_dieTogether_withOneFingerprint() throws IOException {
    try (TwoLevels store = new TwoLevels()) {
      List<Snapshot> snapshots = new ArrayList<>();
      for (int version = 0; version < VERSIONS; version++) {
        for (int i = 0; i < KEYS; i += version == 0 ? 1 : OVERWRITTEN_EACH) {
          store.put(i);
        }
        snapshots.add(store.db.snapshot());
      }
      int olderVersions = KEYS / OVERWRITTEN_EACH * (VERSIONS - 1);
      store.db.compact();
      assertEquals(KEYS + olderVersions, store.level(TwoLevels.LAST).entries());
      snapshots.forEach(Snapshot::close);

      store.deleteEach(0, KEYS, 3);
      store.settle();

      assertEquals(KEYS / 3, store.tombstones().keysMarked());
      assertEquals(KEYS / 3 + olderVersions, store.tombstones().entriesMarked());
      assertEquals(0, store.tombstonesStored());
      store.check(KEYS);
    }
  }

  /** Or the tombstone would kill those in one table and bring back those in the next. */
  @Test
  void versions_ofMoreThanATable_stayInOneTable() throws IOException {
    int versions = 500;
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      List<Snapshot> snapshots = new ArrayList<>();
      for (int version = 0; version < versions; version++) {
        snapshots.add(store.db.snapshot());
        store.put(100);
      }
      store.db.compact();
      assertEquals(KEYS + versions, store.level(TwoLevels.LAST).entries());
      snapshots.forEach(Snapshot::close);
      store.settle();

      store.deleteEach(98, 103, 1);
      store.settle();
      assertEquals(0, store.tombstonesStored());
      store.check(KEYS);
    }
  }
}
