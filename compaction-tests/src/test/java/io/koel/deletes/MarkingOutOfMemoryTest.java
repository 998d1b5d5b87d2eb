package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.BackgroundFailure;
import io.koel.Options;
import io.koel.faults.StorageCall;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * A compaction in the caller's thread runs out of memory while it marks. As in the background, that
 * is told to who comes next, and nobody waits for what it had claimed.
 */
class MarkingOutOfMemoryTest {

  private static final int KEYS = 999;

  private static final Options ONLY_MANUAL = TwoLevels.OPTIONS.withLevel0Triggers(100, 200, 300);

  @Test
  void compact_outOfMemoryWhileMarking_isAFailureAndGivesTablesBack() throws IOException {
    TwoLevels store = TwoLevels.filled(ONLY_MANUAL, KEYS);
    store.deleteEach(0, KEYS, 3);
    store.db.flush();
    Set<String> oldTables = Set.copyOf(store.disk.list());
    AtomicBoolean isFirst = new AtomicBoolean(true);
    store.storage.setPlan(
        (call, name) -> {
          if (call == StorageCall.READ && isReadingFilterToMark() && isFirst.getAndSet(false)) {
            throw new OutOfMemoryError("injected");
          }
        });
    assertThrows(OutOfMemoryError.class, () -> store.db.compact());
    assertEquals(false, isFirst.get(), "the error came while marking one of " + oldTables);

    assertInstanceOf(OutOfMemoryError.class, store.db.stats().failure().getCause());
    assertThrows(BackgroundFailure.class, () -> store.db.compact());
    assertNotNull(store.db.get(TwoLevels.key(1)));
    store.reopen();
    store.db.compact();
    store.check(KEYS);
    store.close();
  }

  private static boolean isReadingFilterToMark() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(f -> f.getMethodName().equals("exactFilterBlock")));
  }
}
