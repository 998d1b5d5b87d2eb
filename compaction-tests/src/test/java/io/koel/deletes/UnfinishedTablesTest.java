package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.BackgroundFailure;
import io.koel.faults.FaultPlan;
import io.koel.faults.StorageCall;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A compaction has written its generations, and then its last table fails: none of it stays. */
class UnfinishedTablesTest {

  private static final int KEYS = 999;

  @Test
  void generations_ofACompactionWhoseTablesFail_areDeleted() throws IOException {
    TwoLevels store = TwoLevels.filled(KEYS);
    store.deleteEach(0, KEYS, 3);
    store.put(KEYS);
    AtomicBoolean hasGeneration = new AtomicBoolean();
    store.storage.setPlan(
        (call, name) -> {
          if (call == StorageCall.CREATE && name.endsWith(".gen")) {
            hasGeneration.set(true);
          }
          if (call == StorageCall.SYNC && name.endsWith(".sst") && hasGeneration.get()) {
            throw new IOException("injected: no space left");
          }
        });
    assertThrows(BackgroundFailure.class, store::settle);
    assertTrue(hasGeneration.get());
    assertEquals(List.of(), store.disk.list().stream().filter(n -> n.endsWith(".gen")).toList());

    store.storage.setPlan(FaultPlan.NONE);
    store.reopen();
    store.settle();
    store.check(KEYS);
    store.close();
  }
}
