package io.koel.deletes;

import static io.koel.deletes.TwoLevels.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A dead set that is damaged or missing is corruption; a damaged filter is made anew. */
class DamagedGenerationTest {

  private static final int KEYS = 999;
  private static final int DEAD_SET_OFFSET = 44;

  @Test
  void deadSet_damaged_isCorruptionThatNamesTheFile() throws IOException {
    try (TwoLevels store = deleted()) {
      String generation = generations(store).get(0);
      store.db.close();
      store.disk.damage(generation, DEAD_SET_OFFSET + 3, 0x10);
      store.reopen();

      CorruptionException e =
          assertThrows(
              CorruptionException.class,
              () -> {
                for (int i = 0; i < KEYS; i++) {
                  store.db.get(key(i));
                }
              });
      assertTrue(e.getMessage().contains(generation), e.getMessage());
      assertThrows(CorruptionException.class, store.db::verify);
    }
  }

  @Test
  void deadSet_missing_isCorruptionAtOpen() throws IOException {
    TwoLevels store = deleted();
    String generation = generations(store).get(0);
    store.db.close();
    store.disk.delete(generation);

    CorruptionException e = assertThrows(CorruptionException.class, store::reopen);
    assertTrue(e.getMessage().contains(generation), e.getMessage());
  }

  @Test
  void filter_damaged_isMadeAnew() throws IOException {
    try (TwoLevels store = deleted()) {
      List<String> generations = generations(store);
      store.db.close();
      for (String generation : generations) {
        store.disk.damage(generation, store.disk.content(generation).length - 10, 0xff);
      }
      store.reopen();

      store.checkAnswers(KEYS);
      CorruptionException e = assertThrows(CorruptionException.class, store.db::verify);
      assertTrue(generations.stream().anyMatch(e.getMessage()::contains), e.getMessage());
      // The new filters have forgotten the dead keys just as the damaged ones had.
      long denialsBefore = store.level(TwoLevels.LAST).filterDenials();
      for (int i = 0; i < KEYS; i += 3) {
        store.db.get(key(i));
      }
      assertTrue(store.level(TwoLevels.LAST).filterDenials() > denialsBefore);
      store.deleteEach(1, KEYS, 3);
      store.settle();
      assertEquals(0, store.tombstonesStored());
      store.check(KEYS);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void verify_readsTheFile_whateverIsInMemory(boolean damagesFilter) throws IOException {
    try (TwoLevels store = deleted()) {
      store.check(KEYS);
      String generation = generations(store).get(0);
      int last = store.disk.content(generation).length - 10;
      store.disk.damage(generation, damagesFilter ? last : DEAD_SET_OFFSET + 3, 0xff);

      store.checkAnswers(KEYS);
      CorruptionException e = assertThrows(CorruptionException.class, store.db::verify);
      assertTrue(e.getMessage().contains(generation), e.getMessage());
    }
  }

  private static TwoLevels deleted() throws IOException {
    TwoLevels store = TwoLevels.filled(KEYS);
    store.deleteEach(0, KEYS, 3);
    store.settle();
    assertEquals(KEYS / 3, store.deadEntries());
    return store;
  }

  private static List<String> generations(TwoLevels store) throws IOException {
    List<String> names = store.disk.list().stream().filter(n -> n.endsWith(".gen")).toList();
    assertFalse(names.isEmpty());
    return names;
  }
}
