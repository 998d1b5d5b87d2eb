package io.koel.metamorphic;

import io.koel.Cursor;
import io.koel.Durability;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.WriteBatch;
import io.koel.sst.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

/**
 * Plays a history that a seed decides, and nothing else, on a store, and compares every answer with
 * that of a TreeMap. Two operations in five are deletes, so that tombstones meet everything.
 */
public final class MetamorphicRun {

  private static final int KEYS = 1_500;
  private static final int MAX_SNAPSHOTS = 4;

  private record Frozen(Snapshot snapshot, NavigableMap<byte[], byte[]> model) {}

  private final Storage storage;
  private final List<Options> options;
  private final Random random;
  private final List<Frozen> frozen = new ArrayList<>();
  private NavigableMap<byte[], byte[]> model = newModel();
  private Koel db;
  private int opens;
  private long digest;

  /**
   * Plays on an empty storage.
   *
   * @param options what the store is opened with; several take turns, one for each open
   */
  public MetamorphicRun(Storage storage, List<Options> options, long seed) {
    this.storage = storage;
    this.options = List.copyOf(options);
    this.random = new Random(seed);
  }

  private static NavigableMap<byte[], byte[]> newModel() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  /**
   * Plays so many operations.
   *
   * @return a digest of all answers
   * @throws AssertionError if an answer is wrong
   */
  public long play(int operations) throws IOException {
    open();
    try {
      for (int i = 0; i < operations; i++) {
        step();
      }
      readAll();
      db.verify();
      thawAll();
      db.compact();
      readAll();
      db.verify();
      reopen();
      readAll();
    } finally {
      thawAll();
      db.close();
    }
    return digest;
  }

  private void open() throws IOException {
    db = Koel.open(storage, options.get(opens++ % options.size()));
  }

  private void reopen() throws IOException {
    thawAll();
    db.close();
    open();
  }

  private void step() throws IOException {
    int dice = random.nextInt(1000);
    if (dice < 320) {
      put(randomKey(), randomValue());
    } else if (dice < 720) {
      delete(randomKey());
    } else if (dice < 770) {
      batch();
    } else if (dice < 910) {
      byte[] key = randomKey();
      expect(model.get(key), db.get(key), key);
    } else if (dice < 940) {
      scan();
    } else if (dice < 955) {
      seek();
    } else if (dice < 965) {
      getMany();
    } else if (dice < 974) {
      freezeOrThaw();
    } else if (dice < 984) {
      lookAtSnapshot();
    } else if (dice < 990) {
      db.flush();
    } else if (dice < 995) {
      compactRange();
    } else if (dice < 997) {
      deleteRange();
    } else if (dice < 998) {
      db.sync();
    } else if (dice < 999) {
      db.verify();
    } else {
      reopen();
    }
  }

  private void put(byte[] key, byte[] value) throws IOException {
    model.put(key, value);
    if (random.nextInt(100) == 0) {
      db.put(key, value, Durability.SYNC);
    } else {
      db.put(key, value);
    }
  }

  private void delete(byte[] key) throws IOException {
    model.remove(key);
    db.delete(key);
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

  private void deleteRange() throws IOException {
    byte[][] range = randomRange();
    for (byte[] key : List.copyOf(part(model, range).keySet())) {
      if (random.nextInt(4) > 0) {
        delete(key);
      }
    }
  }

  private void getMany() throws IOException {
    List<byte[]> keys = new ArrayList<>();
    for (int n = random.nextInt(30); n > 0; n--) {
      keys.add(randomKey());
    }
    byte[][] values = db.get(keys);
    for (int i = 0; i < values.length; i++) {
      expect(model.get(keys.get(i)), values[i], keys.get(i));
    }
  }

  private void scan() throws IOException {
    byte[][] range = randomRange();
    NavigableMap<byte[], byte[]> part = part(model, range);
    switch (random.nextInt(3)) {
      case 0 -> expectScan(db.scan(range[0], range[1]), part);
      case 1 -> expectScan(db.scanReverse(range[0], range[1]), part.descendingMap());
      default -> scanPrefix(Arrays.copyOf(range[0], Math.min(range[0].length, random.nextInt(3))));
    }
  }

  private void scanPrefix(byte[] prefix) throws IOException {
    NavigableMap<byte[], byte[]> matching = newModel();
    model.tailMap(prefix, true).entrySet().stream()
        .takeWhile(e -> startsWith(e.getKey(), prefix))
        .forEach(e -> matching.put(e.getKey(), e.getValue()));
    expectScan(db.scanPrefix(prefix), matching);
    expectScan(db.scanPrefixReverse(prefix), matching.descendingMap());
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  private void seek() throws IOException {
    byte[][] range = randomRange();
    NavigableMap<byte[], byte[]> part = part(model, range);
    try (Cursor up = db.scan(range[0], range[1]);
        Cursor down = db.scanReverse(range[0], range[1])) {
      for (int i = 0; i < 4; i++) {
        byte[] target = randomKey();
        up.seek(target);
        expectNext(part.ceilingEntry(target), up);
        down.seek(target);
        expectNext(part.floorEntry(target), down);
      }
    }
  }

  private void freezeOrThaw() {
    if (frozen.size() < MAX_SNAPSHOTS) {
      NavigableMap<byte[], byte[]> copy = newModel();
      copy.putAll(model);
      frozen.add(new Frozen(db.snapshot(), copy));
    } else {
      frozen.remove(random.nextInt(frozen.size())).snapshot.close();
    }
  }

  private void thawAll() {
    frozen.forEach(f -> f.snapshot.close());
    frozen.clear();
  }

  private void lookAtSnapshot() throws IOException {
    if (frozen.isEmpty()) {
      return;
    }
    Frozen f = frozen.get(random.nextInt(frozen.size()));
    for (int i = 0; i < 20; i++) {
      byte[] key = randomKey();
      expect(f.model.get(key), f.snapshot.get(key), key);
    }
    byte[][] range = randomRange();
    expectScan(f.snapshot.scan(range[0], range[1]), part(f.model, range));
  }

  private void compactRange() throws IOException {
    byte[][] range = randomRange();
    db.compact(range[0], range[1]);
  }

  private void readAll() throws IOException {
    expectScan(db.scan(), model);
    expectScan(db.scanReverse(null, null), model.descendingMap());
    for (int i = 0; i < KEYS; i++) {
      byte[] key = key(i);
      expect(model.get(key), db.get(key), key);
    }
    for (Frozen f : frozen) {
      expectScan(f.snapshot.scan(), f.model);
      expectScan(f.snapshot.scanReverse(null, null), f.model.descendingMap());
    }
  }

  private void expectScan(Cursor cursor, NavigableMap<byte[], byte[]> expected) throws IOException {
    try (cursor) {
      for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
        expectNext(entry, cursor);
      }
      expectNext(null, cursor);
    }
  }

  private void expectNext(Map.Entry<byte[], byte[]> expected, Cursor cursor) throws IOException {
    boolean there = cursor.next();
    if (expected == null) {
      if (there) {
        throw new AssertionError("a scan goes on with " + Arrays.toString(cursor.key()));
      }
      return;
    }
    if (!there) {
      throw new AssertionError("a scan ends before " + Arrays.toString(expected.getKey()));
    }
    expect(expected.getKey(), cursor.key(), expected.getKey());
    expect(expected.getValue(), cursor.value(), expected.getKey());
  }

  private void expect(byte[] expected, byte[] found, byte[] key) {
    digest = digest * 31 + Arrays.hashCode(found);
    if (!Arrays.equals(expected, found)) {
      throw new AssertionError(
          "at key "
              + Arrays.toString(key)
              + ": "
              + Arrays.toString(found)
              + " instead of "
              + Arrays.toString(expected));
    }
  }

  private static NavigableMap<byte[], byte[]> part(
      NavigableMap<byte[], byte[]> model, byte[][] range) {
    return model.subMap(range[0], true, range[1], false);
  }

  private byte[][] randomRange() {
    byte[] a = randomKey();
    byte[] b = randomKey();
    return Arrays.compareUnsigned(a, b) <= 0 ? new byte[][] {a, b} : new byte[][] {b, a};
  }

  private byte[] randomKey() {
    // A tenth of the keys gets half of the traffic, so that they have many versions.
    return key(random.nextInt(random.nextBoolean() ? KEYS : KEYS / 10));
  }

  /** Keys of all lengths that share prefixes; the empty one and some of 0xff are among them. */
  private static byte[] key(int number) {
    if (number % 50 == 7) {
      byte[] key = new byte[number / 50 % 40];
      Arrays.fill(key, (byte) 0xff);
      return key;
    }
    byte[] digits = Integer.toString(number * 7919 % 1_000_003, 36).getBytes();
    return number % 100 == 3 ? Arrays.copyOf(digits, 300) : digits;
  }

  private byte[] randomValue() {
    byte[] value = new byte[random.nextInt(random.nextInt(100) == 0 ? 3000 : 60)];
    random.nextBytes(value);
    return value;
  }
}
