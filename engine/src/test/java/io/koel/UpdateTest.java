package io.koel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A write that depends on what the key has finds it unchanged when it is its turn. */
class UpdateTest {

  private static final byte[] KEY = {1};
  private static final byte[] OTHER = {2};

  @TempDir Path directory;
  private Koel db;

  /** What the updates of a test were shown. */
  private final List<byte[]> seen = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    db = Koel.open(directory);
  }

  @AfterEach
  void close() throws IOException {
    db.close();
  }

  private interface Action {
    void run() throws IOException;
  }

  /** Adds one to the first byte; lets something happen before the first try is written. */
  private UnaryOperator<byte[]> increment(Action meanwhile) {
    return before -> {
      seen.add(before);
      if (seen.size() == 1) {
        try {
          meanwhile.run();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return new byte[] {(byte) (before == null ? 1 : before[0] + 1)};
    };
  }

  @Test
  void update_undisturbed_writesOnceAndReturnsWhatWasThere() throws IOException {
    assertNull(db.update(KEY, increment(() -> {})));
    assertArrayEquals(new byte[] {1}, db.update(KEY, increment(() -> {})));
    assertArrayEquals(new byte[] {2}, db.get(KEY));
    assertArrayEquals(new byte[] {2}, db.update(KEY, before -> null));
    assertNull(db.get(KEY));
    assertEquals(2, seen.size());
  }

  @Test
  void update_sameArray_writesNothing() throws IOException {
    db.put(KEY, new byte[] {7});
    long batches = db.stats().writes().batches();
    assertArrayEquals(new byte[] {7}, db.update(KEY, before -> before));
    assertNull(db.update(OTHER, before -> before));
    assertEquals(batches, db.stats().writes().batches());
  }

  @Test
  void update_keyWrittenMeanwhile_beginsAnew() throws IOException {
    db.put(KEY, new byte[] {1});
    db.update(KEY, increment(() -> db.put(KEY, new byte[] {5})));
    assertArrayEquals(new byte[] {6}, db.get(KEY));
    assertEquals(2, seen.size());
  }

  @Test
  void update_keyDeletedMeanwhile_beginsAnew() throws IOException {
    db.put(KEY, new byte[] {4});
    db.update(KEY, increment(() -> db.write(new WriteBatch().delete(KEY))));
    assertArrayEquals(new byte[] {1}, db.get(KEY));
    assertEquals(2, seen.size());
  }

  @Test
  void update_keyWrittenAndFlushedMeanwhile_beginsAnew() throws IOException {
    db.put(KEY, new byte[] {1});
    db.update(
        KEY,
        increment(
            () -> {
              db.put(KEY, new byte[] {5});
              db.flush();
            }));
    assertArrayEquals(new byte[] {6}, db.get(KEY));
    assertEquals(2, seen.size());
  }

  @Test
  void update_otherKeyWrittenMeanwhile_doesNotBeginAnew() throws IOException {
    db.put(KEY, new byte[] {1});
    db.flush();
    db.update(KEY, increment(() -> db.put(OTHER, OTHER)));
    assertArrayEquals(new byte[] {2}, db.get(KEY));
    assertEquals(1, seen.size());
  }

  @Test
  void update_keyInATable_isCheckedWithoutReadingIt() throws IOException {
    db.put(KEY, new byte[] {1});
    db.flush();
    long before = reads();
    db.update(KEY, increment(() -> {}));
    assertEquals(before + 1, reads());
  }

  /** How often lookups found something in a table. */
  private long reads() {
    return db.stats().levels().stream().mapToLong(Stats.LevelStats::truePositives).sum();
  }

  @Test
  void update_tooLongValue_isRefusedAndWritesNothing() {
    byte[] tooLong = new byte[(64 << 20) + 1];
    assertThrows(IllegalArgumentException.class, () -> db.update(KEY, before -> tooLong));
    assertEquals(0, db.stats().writes().batches());
  }

  @Test
  void map_readOnly_refusesWritesOfAllKinds() throws IOException {
    db.put(KEY, KEY);
    db.close();
    try (Koel reader = Koel.openReadOnly(directory)) {
      ConcurrentMap<byte[], byte[]> map = reader.asMap();
      assertThrows(IllegalStateException.class, () -> map.put(KEY, OTHER));
      assertThrows(IllegalStateException.class, () -> map.putIfAbsent(KEY, OTHER));
      assertThrows(IllegalStateException.class, () -> map.replace(KEY, KEY, OTHER));
      assertThrows(IllegalStateException.class, () -> map.remove(KEY));
      assertArrayEquals(KEY, map.get(KEY));
    }
  }
}
