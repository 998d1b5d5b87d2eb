package io.koel.bench.engine;

/**
 * The settings that all stores under test share, so that they are compared like with like.
 *
 * @param memtableBytes writes gathered in memory before a flush
 * @param fileBytes target size of a table
 * @param levelBaseBytes target size of level 1
 * @param levelRatio how much larger each further level may be
 * @param blockBytes size of a data block before compression
 * @param cacheBytes block cache for data blocks; 0 means that every block comes from the file.
 *     Filters and indexes are held in memory beside it on all sides.
 * @param filter what tables are given as a filter, in the store's own notation
 * @param directReads whether table reads bypass the operating system's cache
 * @param syncWrites whether each write waits for the disk
 * @param backgroundThreads threads for flushes and compactions
 * @param autoCompaction whether the store compacts by itself; without it tables stay where they
 *     were put
 * @param exactCounts whether a store tells a filter's true positives from its false ones even where
 *     that slows lookups down
 */
public record StoreSettings(
    long memtableBytes,
    long fileBytes,
    long levelBaseBytes,
    int levelRatio,
    int blockBytes,
    long cacheBytes,
    String filter,
    boolean directReads,
    boolean syncWrites,
    int backgroundThreads,
    boolean autoCompaction,
    boolean exactCounts) {

  private static final long MIB = 1 << 20;

  public StoreSettings {
    requirePositive("memtable size", memtableBytes);
    requirePositive("file size", fileBytes);
    requirePositive("level base", levelBaseBytes);
    requirePositive("block size", blockBytes);
    requirePositive("background threads", backgroundThreads);
    if (levelRatio < 2) {
      throw new IllegalArgumentException("level ratio " + levelRatio + " is below 2");
    }
    if (cacheBytes < 0) {
      throw new IllegalArgumentException("cache size " + cacheBytes + " is below 0");
    }
  }

  private static void requirePositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " " + value + " is not above 0");
    }
  }

  /** What a store in production may look like: 64 MiB memtable and tables, 1 GiB cache. */
  public static StoreSettings production() {
    return new StoreSettings(
        64 * MIB, 64 * MIB, 256 * MIB, 10, 4096, 1024 * MIB, "none", false, false, 2, true, false);
  }

  /** Small tables and no cache, so that a small database has several levels to look into. */
  public static StoreSettings small() {
    return new StoreSettings(
        8 * MIB, 8 * MIB, 16 * MIB, 10, 4096, 0, "none", false, false, 1, false, true);
  }

  public StoreSettings withFilter(String newFilter) {
    return new StoreSettings(
        memtableBytes,
        fileBytes,
        levelBaseBytes,
        levelRatio,
        blockBytes,
        cacheBytes,
        newFilter,
        directReads,
        syncWrites,
        backgroundThreads,
        autoCompaction,
        exactCounts);
  }

  public StoreSettings withCache(long newCacheBytes) {
    return new StoreSettings(
        memtableBytes,
        fileBytes,
        levelBaseBytes,
        levelRatio,
        blockBytes,
        newCacheBytes,
        filter,
        directReads,
        syncWrites,
        backgroundThreads,
        autoCompaction,
        exactCounts);
  }

  public StoreSettings withIo(boolean newDirectReads, boolean newSyncWrites) {
    return new StoreSettings(
        memtableBytes,
        fileBytes,
        levelBaseBytes,
        levelRatio,
        blockBytes,
        cacheBytes,
        filter,
        newDirectReads,
        newSyncWrites,
        backgroundThreads,
        autoCompaction,
        exactCounts);
  }

  public StoreSettings withSizes(long newMemtableBytes, long newFileBytes) {
    return new StoreSettings(
        newMemtableBytes,
        newFileBytes,
        levelBaseBytes,
        levelRatio,
        blockBytes,
        cacheBytes,
        filter,
        directReads,
        syncWrites,
        backgroundThreads,
        autoCompaction,
        exactCounts);
  }

  public StoreSettings withAutoCompaction(boolean newAutoCompaction) {
    return new StoreSettings(
        memtableBytes,
        fileBytes,
        levelBaseBytes,
        levelRatio,
        blockBytes,
        cacheBytes,
        filter,
        directReads,
        syncWrites,
        backgroundThreads,
        newAutoCompaction,
        exactCounts);
  }

  public StoreSettings withExactCounts(boolean newExactCounts) {
    return new StoreSettings(
        memtableBytes,
        fileBytes,
        levelBaseBytes,
        levelRatio,
        blockBytes,
        cacheBytes,
        filter,
        directReads,
        syncWrites,
        backgroundThreads,
        autoCompaction,
        newExactCounts);
  }
}
