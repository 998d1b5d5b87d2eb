package io.koel.bench.engine;

import java.util.Locale;
import java.util.Properties;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;

/**
 * RocksDB's options for given {@link StoreSettings}.
 *
 * <p>The table options go through RocksDB's option strings, because its Java API has no class for
 * the Ribbon filter. It takes an unknown filter for none without a word, which is why {@link
 * RocksTables#requireFilter} looks at what was really written.
 */
final class RocksOptions {

  /** Level 0 may grow to any size while tables are put in place by hand. */
  private static final int NEVER = 1 << 20;

  private RocksOptions() {}

  static DBOptions database(StoreSettings settings) {
    return new DBOptions()
        .setCreateIfMissing(true)
        .setMaxOpenFiles(-1)
        .setMaxBackgroundJobs(settings.backgroundThreads())
        .setUseDirectReads(settings.directReads());
  }

  static ColumnFamilyOptions columnFamily(StoreSettings settings) {
    Properties properties = new Properties();
    properties.setProperty("block_based_table_factory", tableOptions(settings));
    ColumnFamilyOptions options = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties);
    if (options == null) {
      throw new IllegalArgumentException("RocksDB refused " + tableOptions(settings));
    }
    options
        .setCompressionType(CompressionType.NO_COMPRESSION)
        .setWriteBufferSize(settings.memtableBytes())
        .setTargetFileSizeBase(settings.fileBytes())
        .setMaxBytesForLevelBase(settings.levelBaseBytes())
        .setMaxBytesForLevelMultiplier(settings.levelRatio())
        .setLevelCompactionDynamicLevelBytes(false)
        .setDisableAutoCompactions(!settings.autoCompaction());
    if (!settings.autoCompaction()) {
      options
          .setLevel0SlowdownWritesTrigger(NEVER)
          .setLevel0StopWritesTrigger(NEVER)
          .setSoftPendingCompactionBytesLimit(0)
          .setHardPendingCompactionBytesLimit(0);
    }
    return options;
  }

  static String tableOptions(StoreSettings settings) {
    // One shard, so that a small cache is one cache.
    return String.format(
        Locale.ROOT,
        "{filter_policy=%s;block_size=%d;block_cache={capacity=%d;num_shard_bits=%d};"
            + "cache_index_and_filter_blocks=false;optimize_filters_for_memory=false}",
        RocksFilter.parse(settings.filter()).optionValue(),
        settings.blockBytes(),
        settings.cacheBytes(),
        settings.cacheBytes() < (64 << 20) ? 0 : 4);
  }
}
