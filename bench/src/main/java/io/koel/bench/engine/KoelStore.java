package io.koel.bench.engine;

import io.koel.Koel;
import io.koel.Options;
import io.koel.Stats;
import io.koel.Stats.LevelStats;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Koel itself. */
public final class KoelStore implements LeveledStore {

  private static final int DEEPEST = 6;

  /** More tables than level 0 ever gets, while tables are put in place by hand. */
  private static final int NEVER = 1000;

  /**
   * The ratio of levels while tables are put in place: level 5 may have a third of level 6, level 4
   * a ninth, which is more than they are given, so that nothing moves by itself.
   */
  private static final int PLACEMENT_RATIO = 3;

  private final Path dir;
  private final StoreSettings settings;
  private Koel db;
  private Options options;
  private LookupCounts earlierCounts = LookupCounts.ZERO;
  private long earlierBytes;

  private KoelStore(Path dir, StoreSettings settings) {
    this.dir = dir;
    this.settings = settings;
  }

  static KoelStore open(Path dir, StoreSettings settings) throws IOException {
    KoelStore store = new KoelStore(dir, settings);
    SeededDatabase.createIfMissing(dir);
    store.reopen(settings.autoCompaction() ? KoelOptions.of(settings) : store.resting(0));
    return store;
  }

  /** Options under which tables stay where they are, given the size of the deepest level. */
  private Options resting(long deepestBytes) {
    return KoelOptions.of(settings)
        .withLevelRatio(PLACEMENT_RATIO)
        .withLevelBaseBytes(Math.max(1024, deepestBytes / 5))
        .withLevel0Triggers(NEVER, NEVER + 1, NEVER + 2);
  }

  /** Options under which level 0 is merged into a level at once. */
  private Options merging(int level, long deepestBytes) {
    // The base level is the first from below whose share is within the base size: with a ratio of
    // 3,
    // a third of the deepest level is within its half, a ninth within its fifth.
    long base =
        switch (level) {
          case DEEPEST -> Math.max(1024, settings.levelBaseBytes());
          case DEEPEST - 1 -> deepestBytes / 2;
          case DEEPEST - 2 -> deepestBytes / 5;
          default -> throw new IllegalArgumentException("level " + level + " is not 4, 5 or 6");
        };
    return resting(deepestBytes)
        .withLevelBaseBytes(base)
        .withLevel0Triggers(1, NEVER + 1, NEVER + 2);
  }

  private void reopen(Options newOptions) throws IOException {
    if (db != null) {
      earlierCounts = counts();
      earlierBytes = bytesWritten().getAsLong();
      db.close();
    }
    db = Koel.open(dir, newOptions);
    options = newOptions;
  }

  @Override
  public Engine engine() {
    return Engine.KOEL;
  }

  @Override
  public StoreSession session() {
    return new KoelSession(db);
  }

  @Override
  public void flush() throws IOException {
    db.flush();
  }

  @Override
  public void settle() throws IOException {
    db.awaitIdle();
  }

  @Override
  public void compact() throws IOException {
    db.compact();
  }

  @Override
  public void moveLevelZeroTo(int level) throws IOException {
    db.flush();
    db.awaitIdle();
    if (level == 0) {
      return;
    }
    reopen(merging(level, deepestBytes()));
    db.awaitIdle();
    reopen(resting(deepestBytes()));
    db.awaitIdle();
    List<LevelStats> levels = db.stats().levels();
    if (levels.get(0).tables() != 0 || levels.get(level).tables() == 0) {
      throw new IOException("Koel did not bring level 0 to level " + level + ": " + shape());
    }
  }

  private long deepestBytes() {
    return db.stats().levels().get(DEEPEST).sizeInBytes();
  }

  @Override
  public LookupCounts counts() {
    LookupCounts sum = earlierCounts;
    for (LevelStats level : db.stats().levels()) {
      sum =
          sum.plus(
              new LookupCounts(
                  level.filterDenials(),
                  level.truePositives(),
                  level.falsePositives(),
                  level.dataBlocksFromDisk(),
                  level.blocksFromCache()));
    }
    return sum;
  }

  @Override
  public List<LevelShape> shape() {
    return shape(db.stats());
  }

  /** The levels that have tables. */
  public static List<LevelShape> shape(Stats stats) {
    List<LevelShape> shape = new ArrayList<>();
    List<LevelStats> levels = stats.levels();
    for (int level = 0; level < levels.size(); level++) {
      LevelStats each = levels.get(level);
      if (each.tables() > 0) {
        shape.add(
            new LevelShape(
                level,
                each.tables(),
                each.entries(),
                each.tombstones(),
                each.sizeInBytes(),
                each.filterBytes()));
      }
    }
    return shape;
  }

  @Override
  public OptionalLong bytesWritten() {
    Stats stats = db.stats();
    return OptionalLong.of(
        earlierBytes
            + stats.writes().bytes()
            + stats.background().bytesFlushed()
            + stats.background().bytesWritten()
            + stats.tombstones().generationBytes());
  }

  @Override
  public String settings() {
    return String.format(
        "filterPolicy=%s memtableBytes=%d tableBytes=%d levelBaseBytes=%d levelRatio=%d"
            + " level0CompactionTrigger=%d blockBytes=%d blockCacheBytes=%d compression=%s"
            + " readMode=%s durability=%s backgroundThreads=%d filterDeletes=%s"
            + " verificationPercent=%d",
        options.filterPolicy().spec(),
        options.memtableBytes(),
        options.tableBytes(),
        options.levelBaseBytes(),
        options.levelRatio(),
        options.level0CompactionTrigger(),
        options.blockBytes(),
        options.blockCacheBytes(),
        options.compression(),
        options.readMode(),
        options.durability(),
        options.backgroundThreads(),
        options.filterDeletes(),
        options.verificationPercent());
  }

  @Override
  public void close() throws IOException {
    db.close();
  }
}
