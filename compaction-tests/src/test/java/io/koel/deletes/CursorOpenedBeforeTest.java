package io.koel.deletes;

import static io.koel.deletes.TwoLevels.key;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Options;
import java.io.IOException;
import java.util.Iterator;
import java.util.NavigableMap;
import java.util.TreeMap;
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

  /** Its generation is not the table's newest, and others have loaded the newest one. */
  @Test
  void cursor_ofAnOlderGeneration_showsWhatItShowedWhileANewerOneIsLoaded() throws IOException {
    // One table, so that all that is asked meets the same generations.
    Options one = TwoLevels.OPTIONS.withTableBytes(1 << 20).withLevelBaseBytes(30 << 10);
    try (TwoLevels store = TwoLevels.filled(one, KEYS)) {
      store.deleteEach(0, KEYS, 6);
      store.settle();
      assertEquals(1, generation(store));
      NavigableMap<byte[], byte[]> before = new TreeMap<>(store.model);
      try (Cursor unread = store.db.scan();
          Cursor halfWay = store.db.scan();
          Cursor down = store.db.scanReverse(null, null)) {
        Iterator<byte[]> expected = before.keySet().iterator();
        for (int i = 0; i < before.size() / 2; i++) {
          assertTrue(halfWay.next());
          assertArrayEquals(expected.next(), halfWay.key());
        }
        store.deleteEach(1, KEYS, 6);
        store.settle();
        assertEquals(2, generation(store));
        for (int i = 0; i < KEYS; i++) {
          assertArrayEquals(store.model.get(key(i)), store.db.get(key(i)), "key " + i);
        }

        assertShows(halfWay, expected);
        assertShows(unread, before.keySet().iterator());
        assertShows(down, before.descendingKeySet().iterator());
      }
      store.check(KEYS);
    }
  }

  private static int generation(TwoLevels store) throws IOException {
    return store.db.explain(key(2)).probes().stream()
        .filter(probe -> probe.level() == TwoLevels.LAST)
        .mapToInt(probe -> probe.generation())
        .max()
        .orElseThrow();
  }

  private static void assertShows(Cursor cursor, Iterator<byte[]> keys) throws IOException {
    while (keys.hasNext()) {
      byte[] key = keys.next();
      assertTrue(cursor.next(), () -> "the scan ends before " + new String(key));
      assertArrayEquals(key, cursor.key());
    }
    assertFalse(cursor.next());
  }

  private static void assertSees(Cursor cursor, int from) throws IOException {
    for (int i = from; i < KEYS; i++) {
      assertTrue(cursor.next(), "key " + i);
      assertArrayEquals(key(i), cursor.key());
    }
    assertFalse(cursor.next());
  }
}
