package io.koel;

import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterPolicy;
import io.koel.sst.Compression;
import io.koel.sst.ReadMode;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How a store behaves. Immutable, and never wrong: bad values are refused when the record is made.
 * All of it may change from one open to the next; what is stored stays readable.
 *
 * <p>Begin with {@link #defaults()} and change what is to be changed: {@code
 * Options.defaults().withMemtableBytes(16 << 20)}.
 *
 * @param filterPolicy which filter new tables get, possibly another one for each level; {@code
 *     semisorted-cuckoo(bits=13)} unless told, because its filters can forget
 * @param memtableBytes how large a memtable grows before it is flushed, 64 MiB, or less in a heap
 *     below 512 MiB ({@link #defaults}). Larger ones mean fewer compactions and a longer recovery
 * @param maxMemtables how many memtables there are at most, the one that is written and those that
 *     wait for their flush, 3. Writes stop when the flushes fall that far behind
 * @param blockBytes the size of a table's data block before compression, 4 KiB: what a lookup reads
 * @param blockCacheBytes how much of the heap data blocks may take, 128 MiB, or less in a heap
 *     below 1 GiB ({@link #defaults})
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
    Objects.requireNonNull(compression, "compression");
    compression.forEach(level -> Objects.requireNonNull(level, "compression"));
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

  /**
   * The options that a store has unless told otherwise. Memtables and the block cache are in the
   * heap, so their sizes follow it: {@link #memtableBytes} and {@link #blockCacheBytes} are an
   * eighth of the largest heap that the JVM may have, but at most 64 and 128 MiB. The three
   * memtables and the cache then leave half of the heap to filters, indexes and the program.
   */
  public static Options defaults() {
    return defaults(Runtime.getRuntime().maxMemory());
  }

  static Options defaults(long heapBytes) {
    long share = Math.max(1, heapBytes / 8 / MIB) * MIB;
    return new Options(
        FilterCatalog.policy(DEFAULT_FILTER),
        Math.min(64 * MIB, share),
        3,
        (int) (4 * KIB),
        Math.min(128 * MIB, share),
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

  /**
   * Checks that memtables and cache can be in the heap at all.
   *
   * @throws IllegalArgumentException if they cannot; the message says what they take
   */
  void requireHeap(long heapBytes) {
    long needed = maxMemtables * memtableBytes + blockCacheBytes;
    if (needed > heapBytes) {
      throw new IllegalArgumentException(
          ("%d memtables of %d bytes and a block cache of %d are %d bytes, but the heap has at most"
                  + " %d: lower the options memtableBytes or blockCacheBytes, or raise -Xmx")
              .formatted(maxMemtables, memtableBytes, blockCacheBytes, needed, heapBytes));
    }
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
    return withFilterPolicy(FilterCatalog.policy(Objects.requireNonNull(spec, "spec")));
  }

  /** These options with another {@link #filterPolicy}. */
  public Options withFilterPolicy(FilterPolicy filterPolicy) {
    return with(draft -> draft.filterPolicy = filterPolicy);
  }

  /** These options with another {@link #memtableBytes}. */
  public Options withMemtableBytes(long memtableBytes) {
    return with(draft -> draft.memtableBytes = memtableBytes);
  }

  /** These options with another {@link #maxMemtables}. */
  public Options withMaxMemtables(int maxMemtables) {
    return with(draft -> draft.maxMemtables = maxMemtables);
  }

  /** These options with another {@link #blockBytes}. */
  public Options withBlockBytes(int blockBytes) {
    return with(draft -> draft.blockBytes = blockBytes);
  }

  /** These options with another {@link #blockCacheBytes}. */
  public Options withBlockCacheBytes(long blockCacheBytes) {
    return with(draft -> draft.blockCacheBytes = blockCacheBytes);
  }

  /** These options with another {@link #compression}. */
  public Options withCompression(List<Compression> compression) {
    return with(draft -> draft.compression = compression);
  }

  /** These options with another {@link #tableBytes}. */
  public Options withTableBytes(long tableBytes) {
    return with(draft -> draft.tableBytes = tableBytes);
  }

  /** These options with another {@link #levelBaseBytes}. */
  public Options withLevelBaseBytes(long levelBaseBytes) {
    return with(draft -> draft.levelBaseBytes = levelBaseBytes);
  }

  /** These options with another {@link #levelRatio}. */
  public Options withLevelRatio(int levelRatio) {
    return with(draft -> draft.levelRatio = levelRatio);
  }

  /**
   * These options with other triggers of level 0, counted in its tables. They are set together
   * because each limits the next.
   *
   * @param compaction {@link #level0CompactionTrigger}
   * @param slowdown {@link #level0SlowdownTrigger}, at least {@code compaction}
   * @param stop {@link #level0StopTrigger}, above {@code slowdown}
   */
  public Options withLevel0Triggers(int compaction, int slowdown, int stop) {
    return with(
        draft -> {
          draft.level0CompactionTrigger = compaction;
          draft.level0SlowdownTrigger = slowdown;
          draft.level0StopTrigger = stop;
        });
  }

  /** These options with another {@link #backgroundThreads}. */
  public Options withBackgroundThreads(int backgroundThreads) {
    return with(draft -> draft.backgroundThreads = backgroundThreads);
  }

  /** These options with another {@link #readMode}. */
  public Options withReadMode(ReadMode readMode) {
    return with(draft -> draft.readMode = readMode);
  }

  /** These options with another {@link #maxOpenFiles}. */
  public Options withMaxOpenFiles(int maxOpenFiles) {
    return with(draft -> draft.maxOpenFiles = maxOpenFiles);
  }

  /** These options with another {@link #manifestBytes}. */
  public Options withManifestBytes(long manifestBytes) {
    return with(draft -> draft.manifestBytes = manifestBytes);
  }

  /** These options with another {@link #filterDeletes}. */
  public Options withFilterDeletes(FilterDeletes filterDeletes) {
    return with(draft -> draft.filterDeletes = filterDeletes);
  }

  /** These options with another {@link #verificationPercent}. */
  public Options withVerificationPercent(int verificationPercent) {
    return with(draft -> draft.verificationPercent = verificationPercent);
  }

  /** These options with another {@link #durability}. */
  public Options withDurability(Durability durability) {
    return with(draft -> draft.durability = durability);
  }

  /** All tables of all levels compressed the same way. */
  public Options withCompression(Compression everywhere) {
    return withCompression(List.of(Objects.requireNonNull(everywhere, "compression")));
  }

  private Options with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** The components while some of them change. */
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
