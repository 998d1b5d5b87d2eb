package io.koel.soak;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Many operations, always with snapshots alive while compactions run. Each key's newest version is
 * kept in an array, so that every answer is checked at little cost.
 */
public final class SnapshotRun {

  private static final int KEYS = 40_000;
  private static final int MAX_SNAPSHOTS = 6;

  private record Frozen(Snapshot snapshot, int[] versions) {}

  private final Random random;
  private final Koel db;
  private final List<Frozen> frozen = new ArrayList<>();

  /** The newest version of each key, 0 if it has none. */
  private final int[] versions = new int[KEYS];

  private int lastVersion;

  /** Begins with an empty storage. */
  public SnapshotRun(Storage storage, long seed) throws IOException {
    random = new Random(seed);
    db = Koel.open(storage, options());
  }

  private static Options options() {
    return Options.defaults()
        .withFilterPolicy("semisorted-cuckoo(bits=6)")
        .withMemtableBytes(256 << 10)
        .withBlockCacheBytes(1 << 20)
        .withTableBytes(128 << 10)
        .withLevelBaseBytes(512 << 10)
        .withLevelRatio(4)
        .withMaxOpenFiles(64);
  }

  /** Does so many operations, checks all, and closes the store. */
  public void play(long operations) throws IOException {
    try (db) {
      for (long i = 0; i < operations; i++) {
        step();
      }
      checkAll();
      db.verify();
      frozen.forEach(f -> f.snapshot.close());
      db.compact();
      checkAll();
      db.verify();
    }
  }

  private void step() throws IOException {
    int dice = random.nextInt(10_000);
    int key = random.nextInt(KEYS);
    if (dice < 4_500) {
      int version = ++lastVersion;
      db.put(key(key), value(key, version));
      versions[key] = version;
    } else if (dice < 7_000) {
      db.delete(key(key));
      versions[key] = 0;
    } else if (dice < 9_800) {
      check(key, versions[key], db.get(key(key)));
    } else if (dice < 9_990) {
      if (!frozen.isEmpty()) {
        Frozen f = frozen.get(random.nextInt(frozen.size()));
        check(key, f.versions[key], f.snapshot.get(key(key)));
      }
    } else if (dice < 9_998) {
      scan(key);
    } else {
      freezeOrThaw();
    }
  }

  private void freezeOrThaw() {
    if (frozen.size() == MAX_SNAPSHOTS) {
      frozen.remove(random.nextInt(MAX_SNAPSHOTS)).snapshot.close();
    } else {
      frozen.add(new Frozen(db.snapshot(), versions.clone()));
    }
  }

  private void scan(int from) throws IOException {
    int to = Math.min(KEYS, from + random.nextInt(200));
    if (frozen.isEmpty() || random.nextBoolean()) {
      checkScan(db.scan(key(from), key(to)), versions, from, to);
    } else {
      Frozen f = frozen.get(random.nextInt(frozen.size()));
      checkScan(f.snapshot.scan(key(from), key(to)), f.versions, from, to);
    }
  }

  private void checkAll() throws IOException {
    checkScan(db.scan(), versions, 0, KEYS);
    for (int key = 0; key < KEYS; key++) {
      check(key, versions[key], db.get(key(key)));
    }
  }

  private static void checkScan(Cursor cursor, int[] versions, int from, int to)
      throws IOException {
    try (cursor) {
      for (int key = from; key < to; key++) {
        if (versions[key] != 0) {
          if (!cursor.next() || ByteBuffer.wrap(cursor.key()).getInt() != key) {
            throw new AssertionError("a scan lacks key " + key);
          }
          check(key, versions[key], cursor.value());
        }
      }
      if (cursor.next()) {
        throw new AssertionError("a scan has too much");
      }
    }
  }

  private static void check(int key, int version, byte[] found) {
    boolean right =
        version == 0
            ? found == null
            : found != null && ByteBuffer.wrap(found).getLong() == pair(key, version);
    if (!right) {
      throw new AssertionError("key " + key + " is not at version " + version);
    }
  }

  private static byte[] key(int key) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(key).array();
  }

  private static byte[] value(int key, int version) {
    return ByteBuffer.allocate(16 + version % 48).putLong(pair(key, version)).array();
  }

  private static long pair(int key, int version) {
    return (long) key << 32 | version;
  }
}
