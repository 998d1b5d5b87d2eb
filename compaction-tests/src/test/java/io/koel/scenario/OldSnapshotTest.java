package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Snapshots with much that is newer than they, and snapshots that end while they are read. */
class OldSnapshotTest {

  private static final byte[] VALUE = {1};

  private static byte[] key(int i) {
    return ByteBuffer.allocate(4).putInt(i).array();
  }

  @Test
  void scan_upToABound_doesNotWalkOverWhatIsNewerBehindIt() throws IOException {
    try (Koel db = Koel.open(new StrictStorage(), Options.defaults())) {
      for (int i = 0; i < 10; i++) {
        db.put(key(i), VALUE);
      }
      try (Snapshot snapshot = db.snapshot()) {
        for (int i = 10; i < 10_000; i++) {
          db.put(key(i), VALUE);
        }
        try (Cursor cursor = snapshot.scan(key(0), key(10))) {
          for (int i = 0; i < 10; i++) {
            assertTrue(cursor.next());
            assertArrayEquals(key(i), cursor.key());
          }
          assertFalse(cursor.next());
        }
        long steps = db.stats().scans().steppedOver();
        assertTrue(steps < 100, steps + " steps");
      }
    }
  }

  /** What it saw may be gone by then, so that "not there" would be a wrong answer. */
  @Test
  void get_whenTheSnapshotIsClosedMeanwhile_isIllegalState() throws IOException {
    try (Koel db = Koel.open(new StrictStorage(), TinyOptions.of("none"))) {
      db.put(key(1), VALUE);
      Snapshot snapshot = db.snapshot();
      db.delete(key(1));
      List<byte[]> closing =
          new AbstractList<>() {
            @Override
            public byte[] get(int index) {
              try {
                snapshot.close();
                db.compact();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return key(1);
            }

            @Override
            public int size() {
              return 1;
            }
          };
      assertThrows(IllegalStateException.class, () -> snapshot.get(closing));
      assertThrows(IllegalStateException.class, () -> snapshot.get(key(1)));
      assertThrows(IllegalStateException.class, snapshot::scan);
    }
  }
}
