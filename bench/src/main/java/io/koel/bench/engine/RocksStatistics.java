package io.koel.bench.engine;

import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * Counts with RocksDB's statistics object, which knows everything. Java cannot switch off that it
 * also takes the time of every get, so that lookups are slower by a tenth and more.
 */
final class RocksStatistics implements RocksCounts {

  private static final ThreadCount NOTHING =
      new ThreadCount() {
        @Override
        public void found() {}

        @Override
        public void end() {}
      };

  private final Statistics statistics = new Statistics();

  @Override
  public void configure(DBOptions options) {
    options.setStatistics(statistics);
  }

  long ticker(TickerType ticker) {
    return statistics.getTickerCount(ticker);
  }

  @Override
  public ThreadCount begin(RocksDB db) {
    return NOTHING;
  }

  @Override
  public LookupCounts lookups() {
    long passed = ticker(TickerType.BLOOM_FILTER_FULL_POSITIVE);
    long truePositives = ticker(TickerType.BLOOM_FILTER_FULL_TRUE_POSITIVE);
    return new LookupCounts(
        ticker(TickerType.BLOOM_FILTER_USEFUL),
        truePositives,
        passed - truePositives,
        ticker(TickerType.BLOCK_CACHE_DATA_MISS),
        ticker(TickerType.BLOCK_CACHE_DATA_HIT));
  }

  @Override
  public long bytesWritten(RocksDB db) {
    return ticker(TickerType.WAL_FILE_BYTES)
        + ticker(TickerType.FLUSH_WRITE_BYTES)
        + ticker(TickerType.COMPACT_WRITE_BYTES);
  }

  @Override
  public void close() {
    statistics.close();
  }
}
