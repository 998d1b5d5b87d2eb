package io.koel;

import java.util.List;

/**
 * What a store has done since it was opened, and what it consists of now. Counters only grow. They
 * are read while others count, so that sums may be off by what happens in that moment.
 *
 * @param levels one for each level, from 0 on
 * @param memtable how many lookups the memtables answered or passed on
 * @param writes what writers did and how they were held up
 * @param scans what closed cursors walked over
 * @param background what flushes and compactions did
 * @param tombstones where deletes went
 * @param snapshots how many snapshots are open
 * @param openTables how many tables are open
 * @param tableMemoryBytes the memory that open tables' filters and indexes take
 * @param blockCacheBytes the memory that cached blocks take
 * @param failure what the background failed with, null if nothing failed
 */
public record Stats(
    List<LevelStats> levels,
    MemtableStats memtable,
    WriteStats writes,
    ScanStats scans,
    BackgroundStats background,
    TombstoneStats tombstones,
    int snapshots,
    int openTables,
    long tableMemoryBytes,
    long blockCacheBytes,
    Throwable failure) {

  public Stats {
    levels = List.copyOf(levels);
  }

  /**
   * A level.
   *
   * @param tables how many tables it has
   * @param sizeInBytes the length of their files
   * @param entries how many entries they have
   * @param distinctKeys how many keys, counted for each table
   * @param tombstones how many of the entries are tombstones
   * @param deadEntries how many of the entries are marked dead
   * @param filterBytes the size of the tables' filters
   * @param filterChecks how often a filter was asked by a lookup
   * @param filterDenials how often it said no, which saved a table read
   * @param truePositives how often it said maybe and the key was there
   * @param falsePositives how often it said maybe and the key was not there
   * @param unfilteredReads how often a table without a filter was read
   * @param blocksFromDisk blocks of all kinds read from disk
   * @param blocksFromCache blocks found in the cache
   * @param dataBlocksFromDisk data blocks among those read from disk
   * @param bytesFromDisk bytes read from disk
   */
  public record LevelStats(
      int tables,
      long sizeInBytes,
      long entries,
      long distinctKeys,
      long tombstones,
      long deadEntries,
      long filterBytes,
      long filterChecks,
      long filterDenials,
      long truePositives,
      long falsePositives,
      long unfilteredReads,
      long blocksFromDisk,
      long blocksFromCache,
      long dataBlocksFromDisk,
      long bytesFromDisk) {

    /** The share of filter checks for absent keys that the filter let through. */
    public double falsePositiveRate() {
      long absent = filterDenials + falsePositives;
      return absent == 0 ? 0 : (double) falsePositives / absent;
    }
  }

  /**
   * The memtables.
   *
   * @param sizeInBytes the memory that they take
   * @param waiting how many wait for their flush
   * @param gets how many lookups there were in all
   * @param hits how many of them a memtable answered
   */
  public record MemtableStats(long sizeInBytes, int waiting, long gets, long hits) {}

  /**
   * The writers.
   *
   * @param batches how many batches were written; a put or a delete counts as one
   * @param entries how many puts and deletes they had
   * @param bytes how many bytes went to the log
   * @param slowdowns how often a write was delayed for a moment
   * @param stops how often a write had to wait
   * @param stalledNanos how long writers were held up in all
   */
  public record WriteStats(
      long batches, long entries, long bytes, long slowdowns, long stops, long stalledNanos) {}

  /**
   * Scans whose cursors were closed.
   *
   * @param entries how many entries they gave
   * @param steppedOver how many they met and did not give: tombstones, what those and newer
   *     versions hide, and dead entries outside of blocks that are wholly dead
   */
  public record ScanStats(long entries, long steppedOver) {}

  /**
   * The background.
   *
   * @param flushes how many memtables were flushed
   * @param bytesFlushed how many bytes that wrote
   * @param compactions how many compactions have ended
   * @param trivialMoves how many tables changed their level without being read
   * @param bytesRead how many bytes of tables compactions read
   * @param bytesWritten how many bytes of tables compactions wrote
   * @param entriesDropped how many entries compactions dropped
   * @param filesLeft files that are not needed any more and could not be deleted so far; each
   *     deletion and each open tries again
   */
  public record BackgroundStats(
      long flushes,
      long bytesFlushed,
      long compactions,
      long trivialMoves,
      long bytesRead,
      long bytesWritten,
      long entriesDropped,
      int filesLeft) {}

  /**
   * Deletes, and what compactions did to let tombstones die early.
   *
   * @param written how many tombstones were flushed
   * @param droppedAtBottom how many were dropped because no older table covers their key
   * @param droppedByFilter how many were dropped early because the older tables' filters deny their
   *     key
   * @param droppedByMark how many were dropped early because older tables were read and show their
   *     key no more
   * @param keysMarked how many keys were marked dead in older tables
   * @param entriesMarked how many entries these keys had
   * @param verificationReads how many blocks were read from disk to verify and to mark, filters
   *     that were read to be changed among them
   * @param verificationBytes how many bytes these blocks took
   * @param verificationsOverBudget how many tombstones stay because the budget did not allow a read
   * @param verificationErrors how many reads failed; the tombstones stay
   * @param lastVerificationError what the last of them failed with, null if none failed
   * @param generationsWritten how many generation files were written
   * @param generationBytes how many bytes these files took
   * @param deadTablesDropped how many tables were dropped unread because all their entries are dead
   */
  public record TombstoneStats(
      long written,
      long droppedAtBottom,
      long droppedByFilter,
      long droppedByMark,
      long keysMarked,
      long entriesMarked,
      long verificationReads,
      long verificationBytes,
      long verificationsOverBudget,
      long verificationErrors,
      Throwable lastVerificationError,
      long generationsWritten,
      long generationBytes,
      long deadTablesDropped) {

    /** How many tombstones were dropped before they met the bottom. */
    public long droppedEarly() {
      return droppedByFilter + droppedByMark;
    }
  }

  /** How many levels' tables were read by lookups in vain: all false positives. */
  public long falsePositives() {
    return levels.stream().mapToLong(LevelStats::falsePositives).sum();
  }

  /** How many table reads the filters saved. */
  public long readsAvoided() {
    return levels.stream().mapToLong(LevelStats::filterDenials).sum();
  }

  /** How many bytes the tables take on disk. */
  public long sizeInBytes() {
    return levels.stream().mapToLong(LevelStats::sizeInBytes).sum();
  }
}
