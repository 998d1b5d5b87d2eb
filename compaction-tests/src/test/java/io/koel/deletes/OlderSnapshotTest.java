package io.koel.deletes;

import static io.koel.deletes.TwoLevels.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.koel.Snapshot;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A snapshot that is older than the tombstones still sees all keys, so nothing may be marked. */
class OlderSnapshotTest {

  private static final int KEYS = 999;

  @Test
  void snapshot_olderThanTheTombstones_keepsItsKeys() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      try (Snapshot snapshot = store.db.snapshot()) {
        store.deleteEach(0, KEYS, 3);
        store.settle();

        assertEquals(0, store.deadEntries());
        assertEquals(KEYS / 3, store.tombstonesStored());
        for (int i = 0; i < KEYS; i++) {
          assertNotNull(snapshot.get(key(i)), "key " + i);
        }
      }
      store.check(KEYS);
    }
  }

  @Test
  void snapshot_newerThanTheTombstones_doesNotKeepThem() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      store.deleteEach(0, KEYS, 3);
      try (Snapshot snapshot = store.db.snapshot()) {
        store.settle();

        assertEquals(KEYS / 3, store.deadEntries());
        assertEquals(0, store.tombstonesStored());
        for (int i = 0; i < KEYS; i++) {
          assertEquals(i % 3 != 0, snapshot.get(key(i)) != null, "key " + i);
        }
      }
    }
  }
}
