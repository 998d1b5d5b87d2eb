package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.Options;
import io.koel.faults.FaultPlan;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A cursor that could not read on never says that there is no more. */
class CursorErrorTest {

  private static final int KEYS = 400;

  private final FaultyStorage storage = new FaultyStorage(new StrictStorage());
  private final Options options = TinyOptions.of("none").withBlockCacheBytes(0);

  private static byte[] key(int i) {
    return "key%04d".formatted(i).getBytes();
  }

  private Koel filled() throws IOException {
    Koel db = Koel.open(storage, options);
    for (int round = 0; round < 2; round++) {
      for (int i = round; i < KEYS; i += 1 + round) {
        db.put(key(i), new byte[60]);
      }
    }
    db.flush();
    db.awaitIdle();
    return db;
  }

  @Test
  void next_afterAnError_failsUntilASeek() throws IOException {
    try (Koel db = filled()) {
      failAtEveryCall(db, true);
      failAtEveryCall(db, false);
    }
  }

  private void failAtEveryCall(Koel db, boolean ascending) throws IOException {
    boolean failed = true;
    for (int call = 1; failed; call++) {
      failed = false;
      try (Cursor cursor = ascending ? db.scan() : db.scanReverse(null, null)) {
        storage.setPlan(
            FaultPlan.onceAt(
                call,
                (kind, name) ->
                    (kind == StorageCall.READ || kind == StorageCall.OPEN)
                        && name.endsWith(".sst")));
        int given = 0;
        boolean more = true;
        while (more) {
          try {
            more = cursor.next();
            given += more ? 1 : 0;
          } catch (IOException e) {
            assertTrue(e.getMessage().contains("injected"), e.getMessage());
            failed = true;
            assertThrows(IOException.class, cursor::next);
            assertThrows(IllegalStateException.class, cursor::key);
            cursor.seek(key(ascending ? given : KEYS - 1 - given));
          }
        }
        assertEquals(KEYS, given, "the fault was at call " + call);
      } finally {
        storage.setPlan(FaultPlan.NONE);
      }
    }
  }
}
