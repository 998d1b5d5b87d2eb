package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.Stats;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is overwritten or deleted gives its space back, but not before its last reader is gone. */
class SpaceTest {

  private final StrictStorage storage = new StrictStorage();
  private final Options options = TinyOptions.of("semisorted-cuckoo(bits=13)");

  private long tableFiles() throws IOException {
    return storage.list().stream().filter(name -> name.endsWith(".sst")).count();
  }

  private static void fill(Koel db, int keys) throws IOException {
    for (int i = 0; i < keys; i++) {
      db.put(key(i), new byte[50]);
    }
  }

  private static byte[] key(int i) {
    return String.format("%06d", i).getBytes();
  }

  private static void deleteAll(Koel db, int keys) throws IOException {
    for (int i = 0; i < keys; i++) {
      db.delete(key(i));
    }
  }

  @Test
  void compact_everythingDeleted_leavesNoTable() throws IOException {
    try (Koel db = Koel.open(storage, options)) {
      fill(db, 3_000);
      deleteAll(db, 3_000);
      db.compact();
      db.awaitIdle();
      assertEquals(0, db.stats().sizeInBytes());
      assertEquals(0, tableFiles());
    }
  }

  @Test
  void compact_everythingOverwritten_keepsOneVersionEach() throws IOException {
    try (Koel db = Koel.open(storage, options)) {
      for (int round = 0; round < 5; round++) {
        fill(db, 1_000);
      }
      db.compact();
      assertEquals(1_000, db.stats().levels().stream().mapToLong(Stats.LevelStats::entries).sum());
    }
  }

  @Test
  void compact_withSnapshot_keepsWhatItSees() throws IOException {
    try (Koel db = Koel.open(storage, options)) {
      fill(db, 1_000);
      try (Snapshot before = db.snapshot()) {
        deleteAll(db, 1_000);
        db.compact();
        for (int i = 0; i < 1_000; i++) {
          assertEquals(50, before.get(key(i)).length);
          assertEquals(null, db.get(key(i)));
        }
      }
      db.compact();
      db.awaitIdle();
      assertEquals(0, tableFiles());
    }
  }

  @Test
  void files_readByCursor_stayUntilItIsClosed() throws IOException {
    try (Koel db = Koel.open(storage, options)) {
      fill(db, 1_000);
      db.flush();
      try (Cursor cursor = db.scan()) {
        assertTrue(cursor.next());
        deleteAll(db, 1_000);
        db.compact();
        db.awaitIdle();
        assertTrue(tableFiles() > 0);
        int count = 1;
        while (cursor.next()) {
          count++;
        }
        assertEquals(1_000, count);
      }
      assertEquals(0, tableFiles());
    }
  }

  @Test
  void open_afterClose_hasNoOrphans() throws IOException {
    try (Koel db = Koel.open(storage, options)) {
      fill(db, 2_000);
      // A cursor that is never closed holds tables that are obsolete by the end.
      assertTrue(db.scan().next());
      deleteAll(db, 2_000);
      db.compact();
    }
    Koel.open(storage, options).close();
    List<String> names = storage.list();
    assertEquals(0, names.stream().filter(n -> n.endsWith(".sst")).count(), names::toString);
    assertEquals(1, names.stream().filter(n -> n.startsWith("MANIFEST")).count(), names::toString);
    assertEquals(1, names.stream().filter(n -> n.endsWith(".log")).count(), names::toString);
  }

  @Test
  void tombstones_ofKeysThatFiltersDeny_goEarly() throws IOException {
    try (Koel db = Koel.open(storage, options)) {
      fill(db, 3_000);
      db.compact();
      long before = db.stats().tombstones().droppedByFilter();
      // The level above the last one gets tombstones of keys that lie between those that are
      // stored.
      for (int i = 0; i < 3_000; i++) {
        db.delete((String.format("%06d", i) + "x").getBytes());
      }
      db.flush();
      db.awaitIdle();
      Stats.TombstoneStats after = db.stats().tombstones();
      long gone = after.droppedByFilter() - before + after.droppedAtBottom();
      assertTrue(gone > 2_000, () -> after.toString());
    }
  }
}
