package io.koel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  @Test
  void scan_overManyVersionsOfAKey_seeksInsteadOfStepping() throws IOException {
    try (Koel db = Koel.open(dir)) {
      db.put(key(1), key(0));
      db.put(key(2), key(0));
      db.put(key(3), key(0));
      try (Snapshot oldest = db.snapshot()) {
        for (int i = 1; i <= KEYS; i++) {
          db.put(key(2), key(i));
        }
        long before = 0;
        for (Cursor scan :
            List.of(
                db.scan(),
                db.scanReverse(null, null),
                oldest.scan(),
                oldest.scanReverse(null, null))) {
          Stats.ScanStats stats = scanned(db, scan);
          assertTrue(stats.steppedOver() - before < 40, "stepped over " + stats.steppedOver());
          before = stats.steppedOver();
        }
      }
    }
  }

  @Test
  void scan_asOfAnyOfManyVersions_givesThatOne() throws IOException {
    List<Snapshot> snapshots = new ArrayList<>();
    try (Koel db = Koel.open(dir)) {
      db.put(key(1), key(-1));
      db.put(key(3), key(-1));
      for (int i = 0; i < 100; i++) {
        if (i % 10 == 0) {
          db.delete(key(2));
        } else {
          db.put(key(2), key(i));
        }
        snapshots.add(db.snapshot());
        if (i % 30 == 29) {
          db.flush();
        }
      }
      for (int i = 0; i < 100; i++) {
        List<Integer> expected = i % 10 == 0 ? List.of(-1, -1) : List.of(-1, i, -1);
        assertEquals(expected, values(snapshots.get(i).scan()));
        assertEquals(expected, values(snapshots.get(i).scanReverse(null, null)));
      }
      snapshots.forEach(Snapshot::close);
    }
  }

  private static List<Integer> values(Cursor scan) throws IOException {
    List<Integer> values = new ArrayList<>();
    try (scan) {
      while (scan.next()) {
        values.add(ByteBuffer.wrap(scan.value()).getInt());
      }
    }
    return values;
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
