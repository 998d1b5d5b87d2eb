package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Options;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The limit of open tables bounds what their generations take in memory, too. */
class GenerationMemoryTest {

  private static final int KEYS = 20_000;
  private static final int OPEN = 16;

  @Test
  void memory_ofManyTablesWithGenerations_isBoundedByOpenFiles() throws IOException {
    Options options =
        TwoLevels.OPTIONS.withMaxOpenFiles(OPEN).withFilterPolicy("semisorted-cuckoo(bits=13)");
    try (TwoLevels store = TwoLevels.filled(options, KEYS)) {
      long before = memoryAfterLookups(store);
      store.deleteEach(0, KEYS, 3);
      store.settle();
      assertTrue(store.level(TwoLevels.LAST).tables() > 4 * OPEN);
      assertTrue(store.deadEntries() > 0);
      long after = memoryAfterLookups(store);
      // Each open table has a second filter and a dead set now.
      assertTrue(after < 3 * before, after + " bytes, and " + before + " before");
      store.check(KEYS);
    }
  }

  private static long memoryAfterLookups(TwoLevels store) throws IOException {
    for (int i = 0; i < KEYS; i += 7) {
      store.db.get(TwoLevels.key(i));
    }
    return store.db.stats().tableMemoryBytes();
  }
}
