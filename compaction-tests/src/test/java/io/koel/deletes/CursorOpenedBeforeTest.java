package io.koel.deletes;

import static io.koel.deletes.TwoLevels.key;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A cursor pins the version that it began with, and with it the tables' generations. */
class CursorOpenedBeforeTest {

  private static final int KEYS = 999;

  @Test
  void cursor_openedBeforeTheMarking_seesAllKeys() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      try (Cursor before = store.db.scan();
          Cursor halfWay = store.db.scan()) {
        for (int i = 0; i < KEYS / 2; i++) {
          assertTrue(halfWay.next());
        }
        store.deleteEach(0, KEYS, 3);
        store.settle();
        assertEquals(KEYS / 3, store.deadEntries());

        assertSees(before, 0);
        assertSees(halfWay, KEYS / 2);
      }
      store.check(KEYS);
    }
  }

  private static void assertSees(Cursor cursor, int from) throws IOException {
    for (int i = from; i < KEYS; i++) {
      assertTrue(cursor.next(), "key " + i);
      assertArrayEquals(key(i), cursor.key());
    }
    assertFalse(cursor.next());
  }
}
