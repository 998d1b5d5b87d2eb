package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A key is deleted, its tombstone dies, it is put again, deleted again, and so on. */
class ReinsertionTest {

  private static final int KEYS = 999;

  @Test
  void keys_deletedAndPutAgain_areAsLastWritten() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      for (int round = 0; round < 4; round++) {
        store.deleteEach(0, KEYS, 3);
        store.settle();
        assertEquals(0, store.tombstonesStored());
        store.check(KEYS);
        for (int i = 0; i < KEYS; i += 6) {
          store.put(i);
        }
        store.settle();
        store.check(KEYS);
        if (round == 1) {
          store.db.compact();
          store.check(KEYS);
        }
        store.reopen();
        store.check(KEYS);
      }
    }
  }
}
