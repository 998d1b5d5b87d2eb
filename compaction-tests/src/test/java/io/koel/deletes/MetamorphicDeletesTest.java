package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.FilterDeletes;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StrictStorage;
import io.koel.metamorphic.AuditAtEachInstall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One random history, nearly half of it deletes, gives the same answers under every setting and
 * with every family whose filters forget, and some of the others: those of a TreeMap. Cursors are
 * held while it goes on. Fingerprints are as narrow as they can be, and every flush and compaction
 * is audited when it is installed.
 */
class MetamorphicDeletesTest {

  private static final int OPERATIONS = 10_000;
  private static final int KEYS = 1_500;

  /** The same for all settings, so that they run the same history. */
  private static final long SEED = Long.getLong("koel.seed", System.nanoTime());

  private record Frozen(Snapshot snapshot, NavigableMap<byte[], byte[]> model) {}

  /** A cursor that was opened earlier, and what it has not shown yet. */
  private record Held(Cursor cursor, Iterator<Map.Entry<byte[], byte[]>> expected) {}

  private final StrictStorage disk = new StrictStorage();
  private final FaultyStorage storage = new FaultyStorage(disk);
  private final NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
  private final List<Frozen> frozen = new ArrayList<>();
  private final List<Held> held = new ArrayList<>();
  private final Random random = new Random(SEED);
  private Options options;
  private Koel db;

  static Stream<Arguments> settings() {
    return Stream.of(
        Arguments.of(FilterDeletes.OFF, "cuckoo(bits=4)"),
        Arguments.of(FilterDeletes.OFF, "none"),
        Arguments.of(FilterDeletes.OFF, "ribbon(bits=3)"),
        Arguments.of(FilterDeletes.ELIDE, "cuckoo(bits=4)"),
        Arguments.of(FilterDeletes.ELIDE, "semisorted-cuckoo(bits=5)"),
        Arguments.of(FilterDeletes.ELIDE, "bloom(bits=4)"),
        Arguments.of(FilterDeletes.ELIDE, "binary-fuse(bits=4)"),
        Arguments.of(FilterDeletes.DEAD_SET, "cuckoo(bits=4)"),
        Arguments.of(FilterDeletes.DEAD_SET, "quotient(fpp=0.2)"),
        Arguments.of(FilterDeletes.DEAD_SET, "xor(bits=4)"),
        Arguments.of(FilterDeletes.DEAD_SET, "golomb(fpp=0.1)"),
        Arguments.of(FilterDeletes.DEAD_SET, "none"),
        Arguments.of(FilterDeletes.FULL, "cuckoo(bits=4)"),
        Arguments.of(FilterDeletes.FULL, "semisorted-cuckoo(bits=5)"),
        Arguments.of(FilterDeletes.FULL, "counting-bloom(bits=12)"),
        Arguments.of(FilterDeletes.FULL, "dleft-counting-bloom(fpp=0.1)"),
        Arguments.of(FilterDeletes.FULL, "quotient(fpp=0.2)"),
        Arguments.of(FilterDeletes.FULL, "bloom(bits=4)"),
        Arguments.of(FilterDeletes.FULL, "per-level(none,cuckoo(bits=4),quotient(fpp=0.2))"));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void history_underEverySetting_equalsTheModel(FilterDeletes setting, String filter)
      throws IOException {
    System.out.println("MetamorphicDeletesTest " + setting + " " + filter + ": seed " + SEED);
    options =
        Options.defaults()
            .withFilterPolicy(filter)
            .withFilterDeletes(setting)
            .withMemtableBytes(8 << 10)
            .withBlockBytes(256)
            .withBlockCacheBytes(16 << 10)
            .withTableBytes(4 << 10)
            .withLevelBaseBytes(8 << 10)
            .withLevelRatio(3)
            .withLevel0Triggers(2, 20, 36)
            .withManifestBytes(4 << 10)
            .withBackgroundThreads(3);
    AuditAtEachInstall audit = new AuditAtEachInstall(disk, options);
    storage.setPlan(audit);
    db = Koel.open(storage, options);
    long marked = 0;
    for (int i = 0; i < OPERATIONS; i++) {
      marked += step();
    }
    checkAll();
    walkToTheEnds();
    marked += db.stats().tombstones().keysMarked();
    assertEquals(setting.compareTo(FilterDeletes.DEAD_SET) >= 0, marked > 0);
    frozen.forEach(f -> f.snapshot.close());
    frozen.clear();
    db.compact();
    db.verify();
    checkAll();
    db.close();
    assertTrue(audit.audits() > 100, audit.audits() + " audits");
  }

  /** One operation; gives how many keys had been marked by a store that is closed by it. */
  private long step() throws IOException {
    int dice = random.nextInt(1000);
    if (dice < 380) {
      put(random.nextInt(KEYS));
    } else if (dice < 860) {
      delete(random.nextInt(KEYS));
    } else if (dice < 900) {
      int from = random.nextInt(KEYS);
      for (int i = from; i < Math.min(KEYS, from + 60); i++) {
        delete(i);
      }
    } else if (dice < 960) {
      int i = random.nextInt(KEYS);
      assertArrayEquals(model.get(key(i)), db.get(key(i)), "key " + i);
    } else if (dice < 975) {
      freezeOrThaw();
    } else if (dice < 981) {
      checkFrozen();
    } else if (dice < 985) {
      holdOrWalkOn();
    } else if (dice < 993) {
      db.flush();
    } else if (dice < 996) {
      int from = random.nextInt(KEYS);
      db.compact(key(from), key(from + random.nextInt(300)));
    } else if (dice < 998) {
      db.awaitIdle();
      db.verify();
    } else {
      return reopen();
    }
    return 0;
  }

  private void put(int i) throws IOException {
    byte[] value = new byte[random.nextInt(80)];
    random.nextBytes(value);
    model.put(key(i), value);
    db.put(key(i), value);
  }

  private void delete(int i) throws IOException {
    model.remove(key(i));
    db.delete(key(i));
  }

  private void freezeOrThaw() {
    if (frozen.size() < 2) {
      NavigableMap<byte[], byte[]> copy = new TreeMap<>(Arrays::compareUnsigned);
      copy.putAll(model);
      frozen.add(new Frozen(db.snapshot(), copy));
    } else {
      frozen.remove(random.nextInt(frozen.size())).snapshot.close();
    }
  }

  /** Opens a cursor in either direction, or walks on with one, perhaps to its end. */
  private void holdOrWalkOn() throws IOException {
    if (held.size() < 3) {
      boolean up = random.nextBoolean();
      NavigableMap<byte[], byte[]> copy = new TreeMap<>(Arrays::compareUnsigned);
      copy.putAll(model);
      held.add(
          new Held(
              up ? db.scan() : db.scanReverse(null, null),
              (up ? copy : copy.descendingMap()).entrySet().iterator()));
    }
    int which = random.nextInt(held.size());
    int steps = random.nextInt(3) == 0 ? KEYS + 1 : random.nextInt(100);
    if (!walkOn(held.get(which), steps)) {
      held.remove(which).cursor.close();
    }
  }

  /** Whether there may be more. */
  private static boolean walkOn(Held walker, int steps) throws IOException {
    for (int i = 0; i < steps; i++) {
      if (!walker.expected.hasNext()) {
        assertFalse(walker.cursor.next(), "a held cursor has too much");
        return false;
      }
      var entry = walker.expected.next();
      assertTrue(walker.cursor.next(), "a held cursor ends too early");
      assertArrayEquals(entry.getKey(), walker.cursor.key());
      assertArrayEquals(entry.getValue(), walker.cursor.value());
    }
    return true;
  }

  private void walkToTheEnds() throws IOException {
    for (Held walker : held) {
      walkOn(walker, KEYS + 1);
      walker.cursor.close();
    }
    held.clear();
  }

  private void checkFrozen() throws IOException {
    for (Frozen f : frozen) {
      for (int n = 0; n < 30; n++) {
        byte[] key = key(random.nextInt(KEYS));
        assertArrayEquals(f.model.get(key), f.snapshot.get(key));
      }
      assertScan(f.snapshot.scan(), f.model);
    }
  }

  private long reopen() throws IOException {
    walkToTheEnds();
    frozen.forEach(f -> f.snapshot.close());
    frozen.clear();
    long marked = db.stats().tombstones().keysMarked();
    db.close();
    db = Koel.open(storage, options);
    return marked;
  }

  private void checkAll() throws IOException {
    for (int i = 0; i < KEYS; i++) {
      assertArrayEquals(model.get(key(i)), db.get(key(i)), "key " + i);
    }
    assertScan(db.scan(), model);
    assertScan(db.scanReverse(null, null), model.descendingMap());
    checkFrozen();
    db.verify();
  }

  private static void assertScan(Cursor cursor, NavigableMap<byte[], byte[]> expected)
      throws IOException {
    try (cursor) {
      for (var entry : expected.entrySet()) {
        assertTrue(cursor.next(), "the scan ends too early");
        assertArrayEquals(entry.getKey(), cursor.key());
        assertArrayEquals(entry.getValue(), cursor.value());
      }
      assertTrue(!cursor.next(), "the scan has too much");
    }
  }

  private static byte[] key(int i) {
    return String.format("key%06d", i).getBytes();
  }
}
