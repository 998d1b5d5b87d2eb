package io.koel;

import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterPolicy;
import io.koel.sst.Compression;
import io.koel.sst.ReadMode;
import java.util.List;
import java.util.Objects;

/**
 * How a store behaves. Immutable, and never wrong: bad values are refused when the record is made.
 * All of it may change from one open to the next; what is stored stays readable.
 *
 * <p>Begin with {@link #defaults()} and change what is to be changed: {@code
 * Options.defaults().withMemtableBytes(16 << 20)}.
 *
 * @param filterPolicy which filter new tables get, possibly another one for each level; {@code
 *     semisorted-cuckoo(bits=13)} unless told, because its filters can forget
 * @param memtableBytes how large a memtable grows before it is flushed, 64 MiB. Larger ones mean
 *     fewer compactions and a longer recovery
 * @param maxMemtables how many memtables there are at most, the one that is written and those that
 *     wait for their flush, 3. Writes stop when the flushes fall that far behind
 * @param blockBytes the size of a table's data block before compression, 4 KiB: what a lookup reads
 * @param blockCacheBytes how much memory data blocks may take, 128 MiB
 * @param compression how each level's tables are compressed, from level 0 on; the last one also
 *     serves all deeper levels. None unless told
 * @param tableBytes how large a table grows, 64 MiB
 * @param levelBaseBytes how large the first level below level 0 grows, 256 MiB
 * @param levelRatio how many times larger the next level is, 10
 * @param level0CompactionTrigger at how many level 0 tables they are compacted, 4
 * @param level0SlowdownTrigger from how many level 0 tables on writes are slowed down, 20
 * @param level0StopTrigger at how many level 0 tables writes wait, 36
 * @param backgroundThreads how many compactions run at once, 2; flushes have a thread of their own
 * @param readMode whether tables are read through the operating system's page cache (the default)
 *     or past it
 * @param maxOpenFiles how many tables are kept open, 4,000
 * @param manifestBytes how long the manifest grows before it is written anew, 4 MiB
 * @param filterDeletes how far compaction goes to let tombstones die early, {@link
 *     FilterDeletes#FULL}
 * @param verificationPercent how much a compaction may read of older tables to verify what its
 *     tombstones delete, in percent of its own input, 5,000. A tombstone is about a fifth of an
 *     entry, so that this is about what merging the tombstones with the next level would read
 * @param durability what a write gets that does not say, {@link Durability#NONE}
 */
public record Options(
    FilterPolicy filterPolicy,
    long memtableBytes,
    int maxMemtables,
    int blockBytes,
    long blockCacheBytes,
    List<Compression> compression,
    long tableBytes,
    long levelBaseBytes,
    int levelRatio,
    int level0CompactionTrigger,
    int level0SlowdownTrigger,
    int level0StopTrigger,
    int backgroundThreads,
    ReadMode readMode,
    int maxOpenFiles,
    long manifestBytes,
    FilterDeletes filterDeletes,
    int verificationPercent,
    Durability durability) {

  private static final long KIB = 1L << 10;
  private static final long MIB = 1L << 20;
  private static final long TIB = 1L << 40;
  private static final String DEFAULT_FILTER = "semisorted-cuckoo(bits=13)";

  public Options {
    Objects.requireNonNull(filterPolicy, "filterPolicy");
    Objects.requireNonNull(readMode, "readMode");
    Objects.requireNonNull(filterDeletes, "filterDeletes");
    Objects.requireNonNull(durability, "durability");
    compression = List.copyOf(compression);
    if (compression.isEmpty() || compression.size() > 7) {
      throw new IllegalArgumentException(
          "compression for " + compression.size() + " levels, allowed are 1 to 7");
    }
    require("memtableBytes", memtableBytes, KIB, 1 << 30);
    require("maxMemtables", maxMemtables, 2, 64);
    require("blockBytes", blockBytes, 64, 4 * MIB);
    require("blockCacheBytes", blockCacheBytes, 0, TIB);
    require("tableBytes", tableBytes, KIB, 1L << 36);
    require("levelBaseBytes", levelBaseBytes, KIB, TIB);
    require("levelRatio", levelRatio, 2, 100);
    require("level0CompactionTrigger", level0CompactionTrigger, 1, 1000);
    require("level0SlowdownTrigger", level0SlowdownTrigger, level0CompactionTrigger, 10_000);
    require("level0StopTrigger", level0StopTrigger, level0SlowdownTrigger + 1L, 100_000);
    require("backgroundThreads", backgroundThreads, 1, 64);
    require("maxOpenFiles", maxOpenFiles, 16, 1_000_000);
    require("verificationPercent", verificationPercent, 0, 1_000_000);
    require("manifestBytes", manifestBytes, KIB, 1 << 30);
  }

  private static void require(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " is " + value + ", allowed is " + min + " to " + max);
    }
  }

  /** The options that a store has unless told otherwise. */
  public static Options defaults() {
    return new Options(
        FilterCatalog.policy(DEFAULT_FILTER),
        64 * MIB,
        3,
        (int) (4 * KIB),
        128 * MIB,
        List.of(Compression.NONE),
        64 * MIB,
        256 * MIB,
        10,
        4,
        20,
        36,
        2,
        ReadMode.BUFFERED,
        4000,
        4 * MIB,
        FilterDeletes.FULL,
        5000,
        Durability.NONE);
  }

  /** How a level's tables are compressed. */
  public Compression compressionAt(int level) {
    return compression.get(Math.min(level, compression.size() - 1));
  }

  /**
   * New tables get the filter of this spec, such as {@code bloom(bits=10)}, {@code none} or {@code
   * per-level(bloom(bits=16),semisorted-cuckoo(bits=13))}.
   *
   * @throws io.koel.filter.FilterSpecException if the spec cannot be used; the message says why
   */
  public Options withFilterPolicy(String spec) {
    return withFilterPolicy(FilterCatalog.policy(spec));
  }

  /** These options with another {@link #filterPolicy}. */
  public Options withFilterPolicy(FilterPolicy filterPolicy) {
    Draft draft = new Draft(this);
    draft.filterPolicy = filterPolicy;
    return draft.options();
  }

  /** These options with another {@link #memtableBytes}. */
  public Options withMemtableBytes(long memtableBytes) {
    Draft draft = new Draft(this);
    draft.memtableBytes = memtableBytes;
    return draft.options();
  }

  /** These options with another {@link #maxMemtables}. */
  public Options withMaxMemtables(int maxMemtables) {
    Draft draft = new Draft(this);
    draft.maxMemtables = maxMemtables;
    return draft.options();
  }

  /** These options with another {@link #blockBytes}. */
  public Options withBlockBytes(int blockBytes) {
    Draft draft = new Draft(this);
    draft.blockBytes = blockBytes;
    return draft.options();
  }

  /** These options with another {@link #blockCacheBytes}. */
  public Options withBlockCacheBytes(long blockCacheBytes) {
    Draft draft = new Draft(this);
    draft.blockCacheBytes = blockCacheBytes;
    return draft.options();
  }

  /** These options with another {@link #compression}. */
  public Options withCompression(List<Compression> compression) {
    Draft draft = new Draft(this);
    draft.compression = compression;
    return draft.options();
  }

  /** These options with another {@link #tableBytes}. */
  public Options withTableBytes(long tableBytes) {
    Draft draft = new Draft(this);
    draft.tableBytes = tableBytes;
    return draft.options();
  }

  /** These options with another {@link #levelBaseBytes}. */
  public Options withLevelBaseBytes(long levelBaseBytes) {
    Draft draft = new Draft(this);
    draft.levelBaseBytes = levelBaseBytes;
    return draft.options();
  }

  /** These options with another {@link #levelRatio}. */
  public Options withLevelRatio(int levelRatio) {
    Draft draft = new Draft(this);
    draft.levelRatio = levelRatio;
    return draft.options();
  }

  /** These options with another {@link #level0CompactionTrigger}. */
  public Options withLevel0CompactionTrigger(int level0CompactionTrigger) {
    Draft draft = new Draft(this);
    draft.level0CompactionTrigger = level0CompactionTrigger;
    return draft.options();
  }

  /** These options with another {@link #level0SlowdownTrigger}. */
  public Options withLevel0SlowdownTrigger(int level0SlowdownTrigger) {
    Draft draft = new Draft(this);
    draft.level0SlowdownTrigger = level0SlowdownTrigger;
    return draft.options();
  }

  /** These options with another {@link #level0StopTrigger}. */
  public Options withLevel0StopTrigger(int level0StopTrigger) {
    Draft draft = new Draft(this);
    draft.level0StopTrigger = level0StopTrigger;
    return draft.options();
  }

  /** These options with another {@link #backgroundThreads}. */
  public Options withBackgroundThreads(int backgroundThreads) {
    Draft draft = new Draft(this);
    draft.backgroundThreads = backgroundThreads;
    return draft.options();
  }

  /** These options with another {@link #readMode}. */
  public Options withReadMode(ReadMode readMode) {
    Draft draft = new Draft(this);
    draft.readMode = readMode;
    return draft.options();
  }

  /** These options with another {@link #maxOpenFiles}. */
  public Options withMaxOpenFiles(int maxOpenFiles) {
    Draft draft = new Draft(this);
    draft.maxOpenFiles = maxOpenFiles;
    return draft.options();
  }

  /** These options with another {@link #manifestBytes}. */
  public Options withManifestBytes(long manifestBytes) {
    Draft draft = new Draft(this);
    draft.manifestBytes = manifestBytes;
    return draft.options();
  }

  /** These options with another {@link #filterDeletes}. */
  public Options withFilterDeletes(FilterDeletes filterDeletes) {
    Draft draft = new Draft(this);
    draft.filterDeletes = filterDeletes;
    return draft.options();
  }

  /** These options with another {@link #verificationPercent}. */
  public Options withVerificationPercent(int verificationPercent) {
    Draft draft = new Draft(this);
    draft.verificationPercent = verificationPercent;
    return draft.options();
  }

  /** These options with another {@link #durability}. */
  public Options withDurability(Durability durability) {
    Draft draft = new Draft(this);
    draft.durability = durability;
    return draft.options();
  }

  /** All tables of all levels compressed the same way. */
  public Options withCompression(Compression everywhere) {
    return withCompression(List.of(everywhere));
  }

  /** The components while one of them changes. */
  private static final class Draft {

    FilterPolicy filterPolicy;
    long memtableBytes;
    int maxMemtables;
    int blockBytes;
    long blockCacheBytes;
    List<Compression> compression;
    long tableBytes;
    long levelBaseBytes;
    int levelRatio;
    int level0CompactionTrigger;
    int level0SlowdownTrigger;
    int level0StopTrigger;
    int backgroundThreads;
    ReadMode readMode;
    int maxOpenFiles;
    long manifestBytes;
    FilterDeletes filterDeletes;
    int verificationPercent;
    Durability durability;

    Draft(Options from) {
      filterPolicy = from.filterPolicy;
      memtableBytes = from.memtableBytes;
      maxMemtables = from.maxMemtables;
      blockBytes = from.blockBytes;
      blockCacheBytes = from.blockCacheBytes;
      compression = from.compression;
      tableBytes = from.tableBytes;
      levelBaseBytes = from.levelBaseBytes;
      levelRatio = from.levelRatio;
      level0CompactionTrigger = from.level0CompactionTrigger;
      level0SlowdownTrigger = from.level0SlowdownTrigger;
      level0StopTrigger = from.level0StopTrigger;
      backgroundThreads = from.backgroundThreads;
      readMode = from.readMode;
      maxOpenFiles = from.maxOpenFiles;
      manifestBytes = from.manifestBytes;
      filterDeletes = from.filterDeletes;
      verificationPercent = from.verificationPercent;
      durability = from.durability;
    }

    Options options() {
      return new Options(
          filterPolicy,
          memtableBytes,
          maxMemtables,
          blockBytes,
          blockCacheBytes,
          compression,
          tableBytes,
          levelBaseBytes,
          levelRatio,
          level0CompactionTrigger,
          level0SlowdownTrigger,
          level0StopTrigger,
          backgroundThreads,
          readMode,
          maxOpenFiles,
          manifestBytes,
          filterDeletes,
          verificationPercent,
          durability);
    }
  }
}
