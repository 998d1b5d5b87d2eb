package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.koel.faults.StrictStorage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A checkpoint takes the generations along, and goes its own way from there. */
class CheckpointOfGenerationsTest {

  private static final int KEYS = 999;

  @Test
  void checkpoint_ofMarkedTables_hasTheirGenerations() throws IOException {
    StrictStorage copy = new StrictStorage();
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      store.deleteEach(0, KEYS, 3);
      store.settle();
      store.db.checkpoint(copy);
      try (TwoLevels checkpoint = new TwoLevels(TwoLevels.OPTIONS, copy)) {
        checkpoint.model.putAll(store.model);
        assertEquals(KEYS / 3, checkpoint.deadEntries());
        checkpoint.check(KEYS);

        // Both go on; neither sees what the other does.
        store.deleteEach(1, KEYS, 9);
        store.settle();
        checkpoint.deleteEach(2, KEYS, 9);
        checkpoint.settle();
        checkpoint.check(KEYS);
      }
      store.check(KEYS);
      store.reopen();
      store.check(KEYS);
    }
  }
}
