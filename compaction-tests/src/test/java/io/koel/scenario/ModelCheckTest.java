package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Durability;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.WriteBatch;
import io.koel.faults.StrictStorage;
import io.koel.filter.FilterCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random operations give what a TreeMap gives, whatever the store does in the background. */
class ModelCheckTest {

  private static final int OPERATIONS = 12_000;
  private static final int KEYS = 3_000;

  private record Frozen(Snapshot snapshot, NavigableMap<byte[], byte[]> model) {}

  private final StrictStorage storage = new StrictStorage();
  private final List<Frozen> frozen = new ArrayList<>();
  private NavigableMap<byte[], byte[]> model = newModel();
  private Random random;
  private Koel db;
  private Options options;

  private static NavigableMap<byte[], byte[]> newModel() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  /** Every family, with few bits where that can be asked for, so that it is often wrong. */
  static List<String> filters() {
    List<String> specs = new ArrayList<>(List.of("none", "semisorted-cuckoo(bits=5)"));
    FilterCatalog.installed().families().forEach(family -> specs.add(family.name()));
    return specs;
  }

  @ParameterizedTest
  @MethodSource("filters")
  void operations_random_equalTreeMap(String filter) throws IOException {
    random = Seeds.random("ModelCheckTest " + filter);
    options = TinyOptions.of(filter);
    db = Koel.open(storage, options);
    try {
      for (int i = 0; i < OPERATIONS; i++) {
        step();
      }
      checkAll();
      db.verify();
      for (Frozen f : frozen) {
        assertScan(f.snapshot.scan(), f.model);
        f.snapshot.close();
      }
      db.compact();
      checkAll();
    } finally {
      db.close();
    }
    db = Koel.open(storage, options);
    checkAll();
    db.close();
  }

  private void step() throws IOException {
    int dice = random.nextInt(1000);
    if (dice < 450) {
      put(randomKey(), randomValue());
    } else if (dice < 700) {
      byte[] key = randomKey();
      model.remove(key);
      db.delete(key);
    } else if (dice < 760) {
      batch();
    } else if (dice < 940) {
      byte[] key = randomKey();
      assertArrayEquals(model.get(key), db.get(key));
    } else if (dice < 970) {
      scanRange();
    } else if (dice < 980) {
      freezeOrThaw();
    } else if (dice < 985) {
      multiGet();
    } else if (dice < 990) {
      db.flush();
    } else if (dice < 993) {
      compactRange();
    } else if (dice < 995) {
      reopen();
    } else {
      checkSnapshot();
    }
  }

  private void put(byte[] key, byte[] value) throws IOException {
    model.put(key, value);
    db.put(key, value, random.nextInt(50) == 0 ? Durability.SYNC : Durability.NONE);
  }

  private void batch() throws IOException {
    WriteBatch batch = new WriteBatch();
    for (int n = random.nextInt(20); n > 0; n--) {
      byte[] key = randomKey();
      if (random.nextBoolean()) {
        byte[] value = randomValue();
        batch.put(key, value);
        model.put(key, value);
      } else {
        batch.delete(key);
        model.remove(key);
      }
    }
    db.write(batch);
  }

  private void multiGet() throws IOException {
    List<byte[]> keys = new ArrayList<>();
    for (int n = random.nextInt(40); n > 0; n--) {
      keys.add(randomKey());
    }
    byte[][] values = db.get(keys);
    for (int i = 0; i < values.length; i++) {
      assertArrayEquals(model.get(keys.get(i)), values[i]);
    }
  }

  private void scanRange() throws IOException {
    byte[] a = randomKey();
    byte[] b = randomKey();
    byte[] from = Arrays.compareUnsigned(a, b) <= 0 ? a : b;
    byte[] to = from == a ? b : a;
    NavigableMap<byte[], byte[]> part = model.subMap(from, true, to, false);
    switch (random.nextInt(4)) {
      case 0 -> assertScan(db.scan(from, to), part);
      case 1 -> assertScan(db.scanReverse(from, to), part.descendingMap());
      case 2 -> assertSeek(from, to, part);
      default -> {
        byte[] prefix = Arrays.copyOf(a, random.nextInt(3));
        NavigableMap<byte[], byte[]> matching = newModel();
        model.forEach(
            (k, v) -> {
              if (k.length >= prefix.length
                  && Arrays.equals(k, 0, prefix.length, prefix, 0, prefix.length)) {
                matching.put(k, v);
              }
            });
        assertScan(db.scanPrefix(prefix), matching);
        assertScan(db.scanPrefixReverse(prefix), matching.descendingMap());
      }
    }
  }

  private void assertSeek(byte[] from, byte[] to, NavigableMap<byte[], byte[]> part)
      throws IOException {
    try (Cursor up = db.scan(from, to);
        Cursor down = db.scanReverse(from, to)) {
      for (int i = 0; i < 5; i++) {
        byte[] target = randomKey();
        up.seek(target);
        assertEntry(part.ceilingEntry(target), up);
        down.seek(target);
        assertEntry(part.floorEntry(target), down);
      }
    }
  }

  private static void assertEntry(Map.Entry<byte[], byte[]> expected, Cursor cursor)
      throws IOException {
    assertEquals(expected != null, cursor.next());
    if (expected != null) {
      assertArrayEquals(expected.getKey(), cursor.key());
      assertArrayEquals(expected.getValue(), cursor.value());
    }
  }

  private void freezeOrThaw() {
    if (frozen.size() < 4) {
      NavigableMap<byte[], byte[]> copy = newModel();
      copy.putAll(model);
      frozen.add(new Frozen(db.snapshot(), copy));
    } else {
      frozen.remove(random.nextInt(frozen.size())).snapshot.close();
    }
  }

  private void checkSnapshot() throws IOException {
    if (!frozen.isEmpty()) {
      Frozen f = frozen.get(random.nextInt(frozen.size()));
      for (int i = 0; i < 20; i++) {
        byte[] key = randomKey();
        assertArrayEquals(f.model.get(key), f.snapshot.get(key));
      }
      assertScan(f.snapshot.scan(), f.model);
      assertScan(f.snapshot.scanReverse(null, null), f.model.descendingMap());
    }
  }

  private void compactRange() throws IOException {
    if (random.nextInt(4) == 0) {
      db.compact();
    } else {
      byte[] a = randomKey();
      byte[] b = randomKey();
      boolean ordered = Arrays.compareUnsigned(a, b) <= 0;
      db.compact(ordered ? a : b, ordered ? b : a);
    }
  }

  private void reopen() throws IOException {
    frozen.forEach(f -> f.snapshot.close());
    frozen.clear();
    db.close();
    db = Koel.open(storage, options);
  }

  private void checkAll() throws IOException {
    assertScan(db.scan(), model);
    assertScan(db.scanReverse(null, null), model.descendingMap());
    for (int i = 0; i < KEYS; i++) {
      byte[] key = key(i);
      assertArrayEquals(model.get(key), db.get(key));
    }
  }

  private static void assertScan(Cursor cursor, NavigableMap<byte[], byte[]> expected)
      throws IOException {
    try (cursor) {
      for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
        assertTrue(cursor.next(), "the scan ends too early");
        assertArrayEquals(entry.getKey(), cursor.key());
        assertArrayEquals(entry.getValue(), cursor.value());
      }
      assertFalse(cursor.next(), "the scan has too much");
      assertFalse(cursor.next(), "the scan goes on after its end");
    }
  }

  private byte[] randomKey() {
    return key(random.nextInt(KEYS));
  }

  /** Keys of different lengths that share prefixes; the empty key is one of them. */
  private static byte[] key(int number) {
    return number == 0 ? new byte[0] : Integer.toString(number * 7919 % 1_000_003, 36).getBytes();
  }

  private byte[] randomValue() {
    byte[] value = new byte[random.nextInt(random.nextInt(100) == 0 ? 3000 : 60)];
    random.nextBytes(value);
    return value;
  }
}
