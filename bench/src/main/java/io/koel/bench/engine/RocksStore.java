package io.koel.bench.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.CompactionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksObject;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.TickerType;

/** RocksDB through rocksdbjni. */
public final class RocksStore implements LeveledStore {

  private static final List<String> BUSY_PROPERTIES =
      List.of(
          "rocksdb.num-running-flushes",
          "rocksdb.num-running-compactions",
          "rocksdb.mem-table-flush-pending",
          "rocksdb.compaction-pending",
          "rocksdb.num-immutable-mem-table");

  /** Work may be queued between two properties being asked, so rest must be seen more than once. */
  private static final int QUIET_POLLS = 3;

  /** Asking takes RocksDB's lock: seldom while it works, often once it may be at rest. */
  private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final long QUIET_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final RocksDB db;
  private final StoreSettings settings;
  private final RocksCounts counts;
  private final List<RocksObject> owned;

  private RocksStore(
      RocksDB db, StoreSettings settings, RocksCounts counts, List<RocksObject> owned) {
    this.db = db;
    this.settings = settings;
    this.counts = counts;
    this.owned = owned;
  }

  static RocksStore open(Path dir, StoreSettings settings) throws IOException {
    return open(dir, settings, List.of());
  }

  /** Opens a database whose tables are watched by collectors while they are written. */
  public static RocksStore open(
      Path dir, StoreSettings settings, List<TablePropertiesCollectorFactory> collectors)
      throws IOException {
    RocksDB.loadLibrary();
    Files.createDirectories(dir);
    RocksCounts counts = settings.exactCounts() ? new RocksStatistics() : new RocksPerfCounts();
    DBOptions dbOptions = RocksOptions.database(settings);
    counts.configure(dbOptions);
    ColumnFamilyOptions cfOptions = RocksOptions.columnFamily(settings);
    // Of RocksDB's three classes of options only this one takes collectors.
    Options options = new Options(dbOptions, cfOptions);
    if (!collectors.isEmpty()) {
      options.setTablePropertiesCollectorFactory(collectors);
    }
    List<RocksObject> owned = List.of(options, dbOptions, cfOptions);
    try {
      return new RocksStore(RocksDB.open(options, dir.toString()), settings, counts, owned);
    } catch (RocksDBException e) {
      owned.forEach(RocksObject::close);
      counts.close();
      throw failure(e);
    }
  }

  static IOException failure(RocksDBException e) {
    return new IOException("RocksDB: " + e.getMessage(), e);
  }

  @Override
  public Engine engine() {
    return Engine.ROCKSDB;
  }

  @Override
  public StoreSession session() {
    return new RocksSession(db, settings.syncWrites(), counts.begin(db));
  }

  /** The database itself, for what other stores have no like of. */
  public RocksDB database() {
    return db;
  }

  /**
   * One of RocksDB's own counters, since the store was opened.
   *
   * <p>REQUIRES: the settings ask for exact counts.
   */
  public long ticker(TickerType ticker) {
    return ((RocksStatistics) counts).ticker(ticker);
  }

  @Override
  public void flush() throws IOException {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      db.flush(options);
    } catch (RocksDBException e) {
      throw failure(e);
    }
  }

  /** Waits until nothing is left to compact. The Java API has no waitForCompact. */
  public void awaitQuiet() throws IOException {
    for (int quiet = 0; quiet < QUIET_POLLS; ) {
      boolean isBusy = isBusy();
      quiet = isBusy ? 0 : quiet + 1;
      LockSupport.parkNanos(isBusy ? BUSY_NANOS : QUIET_NANOS);
    }
  }

  @Override
  public void settle() throws IOException {
    awaitQuiet();
    requireFilter();
  }

  /** Requires that the tables have the filter that was asked for. */
  public void requireFilter() throws IOException {
    RocksTables.requireFilter(db, RocksFilter.parse(settings.filter()));
  }

  private boolean isBusy() throws IOException {
    try {
      for (String property : BUSY_PROPERTIES) {
        if (db.getLongProperty(property) != 0) {
          return true;
        }
      }
      return false;
    } catch (RocksDBException e) {
      throw failure(e);
    }
  }

  @Override
  public void compact() throws IOException {
    // Unless forced, a lone table is moved to the next level as it is, with its tombstones.
    try (CompactRangeOptions options =
        new CompactRangeOptions()
            .setBottommostLevelCompaction(BottommostLevelCompaction.kForceOptimized)) {
      db.compactRange(db.getDefaultColumnFamily(), null, null, options);
    } catch (RocksDBException e) {
      throw failure(e);
    }
  }

  @Override
  public void moveLevelZeroTo(int level) throws IOException {
    flush();
    List<String> inputs = new ArrayList<>();
    for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
      if (file.level() == 0) {
        inputs.add(file.fileName());
      }
    }
    if (!inputs.isEmpty() && level > 0) {
      try (CompactionOptions options =
          new CompactionOptions()
              .setCompression(CompressionType.NO_COMPRESSION)
              .setOutputFileSizeLimit(settings.fileBytes())) {
        db.compactFiles(options, inputs, level, -1, null);
      } catch (RocksDBException e) {
        throw failure(e);
      }
    }
    settle();
  }

  @Override
  public LookupCounts counts() {
    return counts.lookups();
  }

  @Override
  public List<LevelShape> shape() throws IOException {
    return RocksTables.shape(db);
  }

  @Override
  public OptionalLong bytesWritten() throws IOException {
    return OptionalLong.of(counts.bytesWritten(db));
  }

  @Override
  public String settings() {
    return String.format(
        "write_buffer_size=%d target_file_size_base=%d max_bytes_for_level_base=%d"
            + " max_bytes_for_level_multiplier=%d max_background_jobs=%d use_direct_reads=%b"
            + " disable_auto_compactions=%b compression=none wal=on sync=%b statistics=%b"
            + " block_based_table_factory=%s",
        settings.memtableBytes(),
        settings.fileBytes(),
        settings.levelBaseBytes(),
        settings.levelRatio(),
        settings.backgroundThreads(),
        settings.directReads(),
        !settings.autoCompaction(),
        settings.syncWrites(),
        settings.exactCounts(),
        RocksOptions.tableOptions(settings));
  }

  @Override
  public void close() throws IOException {
    try {
      db.closeE();
    } catch (RocksDBException e) {
      throw failure(e);
    } finally {
      owned.forEach(RocksObject::close);
      counts.close();
    }
  }
}
