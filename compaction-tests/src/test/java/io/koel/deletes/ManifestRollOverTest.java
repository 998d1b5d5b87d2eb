package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A new manifest begins with a snapshot of the version. The generations must be in it. */
class ManifestRollOverTest {

  private static final int KEYS = 999;

  @Test
  void generations_surviveNewManifestsAndReopening() throws IOException {
    try (TwoLevels store = TwoLevels.filled(TwoLevels.OPTIONS.withManifestBytes(1024), KEYS)) {
      store.deleteEach(0, KEYS, 3);
      store.settle();
      assertEquals(KEYS / 3, store.deadEntries());
      String before = manifest(store);
      for (int i = KEYS; i < KEYS + 100; i++) {
        store.put(i);
        store.settle();
      }
      assertTrue(!manifest(store).equals(before), "the manifest was never begun anew");
      store.check(KEYS + 100);
      store.reopen();
      assertEquals(KEYS / 3, store.deadEntries());
      store.check(KEYS + 100);
    }
  }

  private static String manifest(TwoLevels store) throws IOException {
    return store.disk.list().stream().filter(n -> n.startsWith("MANIFEST")).findAny().orElseThrow();
  }
}
