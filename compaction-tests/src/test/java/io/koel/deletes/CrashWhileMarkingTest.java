package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Durability;
import io.koel.faults.Injected;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The power is cut at any call of a compaction that marks: among them between writing a generation
 * and the manifest record that installs it. All of it happened then, or nothing.
 */
class CrashWhileMarkingTest {

  private static final int KEYS = 300;
  private static final int SURVIVORS = 4;

  @Test
  void powerCut_anywhere_allOrNothing() throws IOException {
    long seed = Long.getLong("koel.seed", System.nanoTime());
    System.out.println("CrashWhileMarkingTest: seed " + seed);
    Random random = new Random(seed);
    int generationsFound = 0;
    int cuts = 0;
    for (long call = 1; ; call++) {
      TwoLevels store = deletedButNotFlushed();
      store.disk.cutPowerAtCall(store.disk.calls() + call);
      try {
        store.settle();
        store.close();
      } catch (IOException e) {
        Injected.requireCauseOf(e);
      }
      if (!store.disk.isPowerOff()) {
        break;
      }
      cuts++;
      for (int i = 0; i < SURVIVORS; i++) {
        generationsFound += recover(store, store.disk.afterPowerCut(random.nextLong()));
      }
    }
    assertTrue(cuts > 20, cuts + " calls");
    assertTrue(generationsFound > 0);
  }

  private static TwoLevels deletedButNotFlushed() throws IOException {
    TwoLevels store = TwoLevels.filled(KEYS);
    for (int i = 0; i < KEYS; i += 3) {
      store.model.remove(TwoLevels.key(i));
      store.db.delete(TwoLevels.key(i), Durability.SYNC);
    }
    return store;
  }

  private static int recover(TwoLevels before, StrictStorage found) throws IOException {
    try (TwoLevels recovered = new TwoLevels(TwoLevels.OPTIONS, found)) {
      recovered.model.putAll(before.model);
      recovered.check(KEYS);
      recovered.settle();
      recovered.check(KEYS);
      List<String> generations = found.list().stream().filter(n -> n.endsWith(".gen")).toList();
      assertEquals(recovered.deadEntries() > 0, !generations.isEmpty(), generations.toString());
      return generations.size();
    }
  }
}
