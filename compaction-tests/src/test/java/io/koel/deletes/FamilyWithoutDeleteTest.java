package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.koel.FilterDeletes;
import io.koel.Options;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters that cannot forget: the dead set alone lets tombstones die. */
class FamilyWithoutDeleteTest {

  private static final int KEYS = 999;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "bloom(bits=3)",
        "blocked-bloom(bits=4)",
        "xor(bits=4)",
        "xor-plus(bits=4)",
        "binary-fuse(bits=4)",
        "ribbon(fpp=0.1)",
        "golomb(fpp=0.1)"
      })
  void tombstones_dieByTheDeadSetAlone(String filter) throws IOException {
    checkWith(TwoLevels.OPTIONS.withFilterPolicy(filter));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuckoo(bits=4)", "quotient(fpp=0.3)", "counting-bloom(bits=16)"})
  void tombstones_dieByTheDeadSetAlone_ifOnlyThatIsWanted(String filter) throws IOException {
    checkWith(TwoLevels.OPTIONS.withFilterPolicy(filter).withFilterDeletes(FilterDeletes.DEAD_SET));
  }

  private static void checkWith(Options options) throws IOException {
    try (TwoLevels store = TwoLevels.filled(options, KEYS)) {
      for (int round = 0; round < 2; round++) {
        store.deleteEach(0, KEYS, 3);
        store.settle();
        assertEquals(0, store.tombstonesStored());
        assertEquals(KEYS / 3, store.tombstones().keysMarked());
        assertEquals(KEYS / 3, store.deadEntries());
        store.check(KEYS);
      }
      store.reopen();
      store.check(KEYS);
    }
  }
}
