package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.FilterDeletes;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Stats.LevelStats;
import io.koel.Stats.TombstoneStats;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A store whose entries have settled in the last level, with room for tombstones one level above
 * it: what {@link #settle} brings down stops there, in compactions that see the last level below.
 * (Tombstones that could not be dropped stay there as long as they hide less than a tenth of it.)
 *
 * <p>Fingerprints have four bits, so that nearly every key shares its class with others: with real
 * widths a lost key would be one in a million.
 */
final class TwoLevels implements AutoCloseable {

  static final int LAST = 6;
  static final int ABOVE = 5;

  static final Options OPTIONS =
      Options.defaults()
          .withFilterPolicy("cuckoo(bits=4)")
          .withFilterDeletes(FilterDeletes.FULL)
          .withVerificationPercent(1_000_000)
          .withMemtableBytes(1 << 20)
          .withBlockBytes(256)
          .withBlockCacheBytes(0)
          .withTableBytes(8 << 10)
          .withLevelBaseBytes(10 << 10)
          .withLevel0Triggers(1, 20, 36)
          .withBackgroundThreads(2);

  final StrictStorage disk;
  final FaultyStorage storage;
  final NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
  private final Options options;
  Koel db;

  TwoLevels() throws IOException {
    this(OPTIONS);
  }

  TwoLevels(Options options) throws IOException {
    this(options, new StrictStorage());
  }

  TwoLevels(Options options, StrictStorage disk) throws IOException {
    this.options = options;
    this.disk = disk;
    this.storage = new FaultyStorage(disk);
    this.db = Koel.open(storage, options);
  }

  /** Fills the last level with the keys {@code 0 .. count-1}. */
  static TwoLevels filled(int count) throws IOException {
    return filled(OPTIONS, count);
  }

  static TwoLevels filled(Options options, int count) throws IOException {
    TwoLevels store = new TwoLevels(options);
    // In two halves, so that they are merged, and split into tables of the wanted size.
    for (int half = 0; half < 2; half++) {
      for (int i = half; i < count; i += 2) {
        store.put(i);
      }
      store.db.compact();
    }
    store.settle();
    for (int level = 0; level < LAST; level++) {
      assertEquals(0, store.level(level).tables(), "level " + level);
    }
    return store;
  }

  static byte[] key(int i) {
    return String.format("key%05d", i).getBytes();
  }

  void put(int i) throws IOException {
    byte[] value = String.format("value %d of %d entries", i, model.size()).getBytes();
    model.put(key(i), value);
    db.put(key(i), value);
  }

  void delete(int i) throws IOException {
    model.remove(key(i));
    db.delete(key(i));
  }

  void deleteEach(int from, int to, int step) throws IOException {
    for (int i = from; i < to; i += step) {
      delete(i);
    }
  }

  /** Flushes and lets the compactions come that are due. */
  void settle() throws IOException {
    db.flush();
    db.awaitIdle();
  }

  /** Flushes and waits for level 0 alone, where another compaction is held. */
  void settleLevel0() throws IOException {
    db.flush();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (level(0).tables() > 0) {
      assertTrue(System.nanoTime() < deadline, "level 0 is still there");
      Thread.onSpinWait();
    }
  }

  void reopen() throws IOException {
    db.close();
    db = Koel.open(storage, options);
  }

  LevelStats level(int level) {
    return db.stats().levels().get(level);
  }

  TombstoneStats tombstones() {
    return db.stats().tombstones();
  }

  long tombstonesStored() {
    return db.stats().levels().stream().mapToLong(LevelStats::tombstones).sum();
  }

  long deadEntries() {
    return db.stats().levels().stream().mapToLong(LevelStats::deadEntries).sum();
  }

  long dataBlocksFromDisk() {
    return db.stats().levels().stream().mapToLong(LevelStats::dataBlocksFromDisk).sum();
  }

  /**
   * Every key is as the model says, by get and by scan, and the store's own audit finds nothing.
   */
  void check(int keys) throws IOException {
    checkAnswers(keys);
    db.verify();
  }

  /** Every key is as the model says, by get and by scan. */
  void checkAnswers(int keys) throws IOException {
    for (int i = 0; i < keys; i++) {
      byte[] expected = model.get(key(i));
      if (expected == null) {
        assertNull(db.get(key(i)), "deleted key " + i + " is back");
      } else {
        assertArrayEquals(expected, db.get(key(i)), "key " + i);
      }
    }
    try (Cursor cursor = db.scan()) {
      for (var entry : model.entrySet()) {
        assertEquals(true, cursor.next(), "the scan ends before " + new String(entry.getKey()));
        assertArrayEquals(entry.getKey(), cursor.key());
        assertArrayEquals(entry.getValue(), cursor.value());
      }
      assertEquals(false, cursor.next(), "the scan has too much");
    }
  }

  @Override
  public void close() throws IOException {
    db.close();
  }
}
