package io.koel.bench.deletes;

import io.koel.bench.engine.LevelShape;
import io.koel.bench.engine.LookupCounts;
import io.koel.bench.engine.RocksStore;
import io.koel.bench.engine.StoreSession;
import io.koel.bench.engine.StoreSettings;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.PerfContext;
import org.rocksdb.PerfLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.TickerType;

/** RocksDB, with or without its own answer to many deletes. */
final class RocksSubject implements Subject {

  // A table is compacted soon if half of any 128 neighbours, or of all its entries, are tombstones.
  private static final int WINDOW = 128;
  private static final int TRIGGER = 64;
  private static final double SHARE = 0.5;

  private static final int DATA_LEVEL = 6;

  private final RocksStore store;
  private final boolean resting;
  private final CountingSession session;

  private RocksSubject(RocksStore store, boolean resting) {
    this.store = store;
    this.resting = resting;
    this.session = new CountingSession(store.session(), store.database());
  }

  static RocksSubject open(Path dir, StoreSettings settings) throws IOException {
    return new RocksSubject(RocksStore.open(dir, settings, List.of()), false);
  }

  /** With tables that stay where they are put: entries on the last level, tombstones above. */
  static RocksSubject resting(Path dir, StoreSettings settings) throws IOException {
    return new RocksSubject(RocksStore.open(dir, settings, List.of()), true);
  }

  /** With RocksDB's CompactOnDeletionCollector. */
  static RocksSubject withCollector(Path dir, StoreSettings settings) throws IOException {
    RocksDB.loadLibrary();
    TablePropertiesCollectorFactory collector =
        TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(
            WINDOW, TRIGGER, SHARE);
    return new RocksSubject(RocksStore.open(dir, settings, List.of(collector)), false);
  }

  @Override
  public StoreSession session() {
    return session;
  }

  @Override
  public Closeable snapshot() {
    Snapshot snapshot = store.database().getSnapshot();
    return () -> store.database().releaseSnapshot(snapshot);
  }

  @Override
  public void compactAll() throws IOException {
    if (resting) {
      store.moveLevelZeroTo(DATA_LEVEL);
      return;
    }
    try {
      store.database().compactRange();
    } catch (RocksDBException e) {
      throw new IOException("RocksDB: " + e.getMessage(), e);
    }
    store.settle();
  }

  /** Without a look at the tables: the controls pay for it with every step. */
  @Override
  public void settle() throws IOException {
    store.flush();
    store.awaitQuiet();
  }

  @Override
  public void compactTombstones() throws IOException {
    // At rest by option, RocksDB calls a full level 0 pending for ever.
    if (!resting) {
      settle();
    }
    store.moveLevelZeroTo(resting ? DATA_LEVEL - 1 : 1);
  }

  @Override
  public Cost cost() {
    LookupCounts lookups = store.counts();
    return new Cost(
        lookups.diskReads(),
        lookups.falsePositives(),
        session.steppedOver,
        store.ticker(TickerType.COMPACT_READ_BYTES) + store.ticker(TickerType.COMPACT_WRITE_BYTES),
        0,
        0,
        List.of());
  }

  @Override
  public List<LevelShape> shape() throws IOException {
    store.requireFilter();
    return store.shape();
  }

  @Override
  public void close() throws IOException {
    session.close();
    store.close();
  }

  /** Counts what scans step over, by RocksDB's perf context, which is the calling thread's. */
  private static final class CountingSession implements StoreSession {

    private final StoreSession session;
    private final PerfContext perf;
    private long steppedOver;

    CountingSession(StoreSession session, RocksDB db) {
      this.session = session;
      db.setPerfLevel(PerfLevel.ENABLE_COUNT);
      this.perf = db.getPerfContext();
    }

    @Override
    public long scan(byte[] from, long limit) throws IOException {
      perf.reset();
      long given = session.scan(from, limit);
      // RocksDB also counts the entry that each of the scan's steps leaves.
      steppedOver +=
          perf.getInternalKeySkippedCount() + perf.getInternalDeleteSkippedCount() - given;
      return given;
    }

    @Override
    public void put(byte[] key, byte[] value) throws IOException {
      session.put(key, value);
    }

    @Override
    public void delete(byte[] key) throws IOException {
      session.delete(key);
    }

    @Override
    public int get(byte[] key) throws IOException {
      return session.get(key);
    }

    @Override
    public int multiGet(byte[][] keys) throws IOException {
      return session.multiGet(keys);
    }

    @Override
    public void close() throws IOException {
      session.close();
    }
  }
}
