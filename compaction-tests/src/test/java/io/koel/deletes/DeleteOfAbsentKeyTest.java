package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * Keys are deleted that were never stored. The filter says maybe to many of them; removing their
 * fingerprints would take those of stored keys.
 */
class DeleteOfAbsentKeyTest {

  private static final int KEYS = 999;

  @Test
  void delete_ofAnAbsentKey_removesNothing() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      for (int i = 0; i < KEYS; i++) {
        store.db.delete((new String(TwoLevels.key(i)) + "x").getBytes());
      }
      store.settle();

      assertTrue(store.tombstones().verificationReads() > 0, "no false positive was verified");
      assertEquals(0, store.tombstones().keysMarked());
      assertEquals(0, store.deadEntries());
      assertEquals(0, store.tombstonesStored());
      store.check(KEYS);
    }
  }
}
