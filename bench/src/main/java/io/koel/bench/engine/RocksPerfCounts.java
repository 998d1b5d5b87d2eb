package io.koel.bench.engine;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.rocksdb.DBOptions;
import org.rocksdb.PerfContext;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Counts with what RocksDB keeps in any case: a thread's perf context, whose counters are on unless
 * switched off, and the figures of its properties. Lookups cost what they cost without counting.
 *
 * <p>A thread's lookups are in the sum when its count has ended. The perf context does not say
 * which of the tables that a filter let through had the key: as many as keys were found are taken
 * for true positives, which is too few where tombstones are found.
 */
final class RocksPerfCounts implements RocksCounts {

  private static final long GIB = 1L << 30;

  private final AtomicReference<LookupCounts> sum = new AtomicReference<>(LookupCounts.ZERO);

  @Override
  public void configure(DBOptions options) {
    // It counts by itself.
  }

  @Override
  public ThreadCount begin(RocksDB db) {
    return new ContextCount(db.getPerfContext());
  }

  @Override
  public LookupCounts lookups() {
    return sum.get();
  }

  @Override
  public long bytesWritten(RocksDB db) throws IOException {
    try {
      double tables = number(db.getMapProperty("rocksdb.cfstats"), "compaction.Sum.WriteGB");
      double log = number(db.getMapProperty("rocksdb.dbstats"), "db.wal_bytes_written");
      return Math.round(tables * GIB + log);
    } catch (RocksDBException e) {
      throw RocksStore.failure(e);
    }
  }

  private static double number(Map<String, String> properties, String name) throws IOException {
    String value = properties.get(name);
    if (value == null) {
      throw new IOException("RocksDB does not tell " + name);
    }
    return Double.parseDouble(value);
  }

  @Override
  public void close() {
    // Nothing is held.
  }

  private final class ContextCount implements ThreadCount {

    private final PerfContext context;
    private long found;

    ContextCount(PerfContext context) {
      this.context = context;
      context.reset();
    }

    @Override
    public void found() {
      found++;
    }

    @Override
    public void end() {
      long passed = context.getBloomSstHitCount();
      long truePositives = Math.min(found, passed);
      LookupCounts counts =
          new LookupCounts(
              context.getBloomSstMissCount(),
              truePositives,
              passed - truePositives,
              context.getBlockReadCount()
                  - context.getIndexBlockReadCount()
                  - context.getFilterBlockReadCount(),
              context.getBlockCacheHitCount()
                  - context.getBlockCacheIndexHitCount()
                  - context.getBlockCacheFilterHitCount());
      sum.updateAndGet(before -> before.plus(counts));
    }
  }
}
