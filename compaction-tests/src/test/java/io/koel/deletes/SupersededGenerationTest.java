package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Options;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A generation's file goes when the next one counts and nobody reads it, without a reopening. */
class SupersededGenerationTest {

  private static final int KEYS = 999;

  /** One table, so that each marking supersedes the generation before. */
  private static final Options OPTIONS =
      TwoLevels.OPTIONS.withTableBytes(1 << 20).withLevelBaseBytes(30 << 10);

  private static List<String> generations(TwoLevels store) throws IOException {
    return store.disk.list().stream().filter(name -> name.endsWith(".gen")).toList();
  }

  @Test
  void file_ofASupersededGeneration_isRemovedWhileTheStoreIsOpen() throws IOException {
    try (TwoLevels store = TwoLevels.filled(OPTIONS, KEYS)) {
      store.deleteEach(0, KEYS, 6);
      store.settle();
      List<String> first = generations(store);
      assertEquals(1, first.size());

      store.deleteEach(1, KEYS, 6);
      store.settle();
      List<String> second = generations(store);
      assertEquals(1, second.size(), second.toString());
      assertFalse(second.equals(first));
      assertEquals(0, store.db.stats().background().filesLeft());
      store.check(KEYS);
    }
  }

  @Test
  void file_ofASupersededGenerationThatACursorReads_isRemovedWithTheCursor() throws IOException {
    try (TwoLevels store = TwoLevels.filled(OPTIONS, KEYS)) {
      store.deleteEach(0, KEYS, 6);
      store.settle();
      List<String> first = generations(store);
      try (Cursor cursor = store.db.scan()) {
        assertTrue(cursor.next());
        store.deleteEach(1, KEYS, 6);
        store.settle();
        List<String> both = generations(store);
        assertTrue(both.size() == 2 && both.containsAll(first), both.toString());
      }
      store.settle();
      List<String> left = generations(store);
      assertTrue(left.size() == 1 && !left.equals(first), left.toString());
    }
  }
}
