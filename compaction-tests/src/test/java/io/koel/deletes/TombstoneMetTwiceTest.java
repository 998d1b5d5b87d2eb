package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * A key that is dead already is deleted again. The filter still says maybe, because living keys
 * share the dead one's class; only the dead set knows. A second removal would take a living key's
 * copy.
 */
class TombstoneMetTwiceTest {

  private static final int KEYS = 999;

  @Test
  void delete_ofADeadKey_removesNothing() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      store.deleteEach(0, KEYS, 3);
      store.settle();
      long marked = store.tombstones().keysMarked();
      for (int round = 0; round < 3; round++) {
        store.deleteEach(0, KEYS, 3);
        store.settle();
      }
      assertEquals(marked, store.tombstones().keysMarked());
      assertEquals(0, store.tombstonesStored());
      store.check(KEYS);
    }
  }
}
