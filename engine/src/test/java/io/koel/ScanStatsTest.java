package io.koel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What scans say of the entries that they did not give. */
class ScanStatsTest {

  private static final int KEYS = 1000;

  @TempDir Path dir;

  @Test
  void scan_overTombstonesAndOldVersions_countsThem() throws IOException {
    try (Koel db = Koel.open(dir)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), key(i));
      }
      for (int i = 0; i < KEYS; i += 2) {
        db.delete(key(i));
      }
      // Of each deleted key the tombstone and the put are stepped over.
      assertEquals(new Stats.ScanStats(KEYS / 2, KEYS), scanned(db, db.scan(null, null)));
      assertEquals(new Stats.ScanStats(KEYS, 2 * KEYS), scanned(db, db.scanReverse(null, null)));
    }
  }

  @Test
  void scan_overDeadEntries_countsOnlyThoseOutsideOfDeadBlocks() throws IOException {
    // A block holds about thirty of these entries.
    Options options =
        Options.defaults()
            .withBlockBytes(1024)
            .withLevelBaseBytes(4096)
            .withLevel0Triggers(1, 20, 36);
    try (Koel db = Koel.open(dir, options)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), new byte[24]);
      }
      db.compact();
      for (int i = KEYS / 4; i < KEYS / 2; i++) {
        db.delete(key(i));
      }
      db.flush();
      db.awaitIdle();
      assertEquals(KEYS / 4, db.stats().tombstones().entriesMarked());
      Stats.ScanStats scan = scanned(db, db.scan(null, null));
      assertEquals(KEYS * 3 / 4, scan.entries());
      long deadBlocks = KEYS / 4 - scan.steppedOver();
      assertTrue(deadBlocks > KEYS / 8 && deadBlocks < KEYS / 4, "in dead blocks: " + deadBlocks);
    }
  }

  private static Stats.ScanStats scanned(Koel db, Cursor scan) throws IOException {
    try (scan) {
      int given = 0;
      while (scan.next()) {
        given++;
      }
      assertTrue(given > 0);
    }
    return db.stats().scans();
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }
}
