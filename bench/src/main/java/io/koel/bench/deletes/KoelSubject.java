package io.koel.bench.deletes;

import io.koel.FilterDeletes;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Stats;
import io.koel.Stats.LevelStats;
import io.koel.Stats.TombstoneStats;
import io.koel.bench.engine.KoelOptions;
import io.koel.bench.engine.KoelSession;
import io.koel.bench.engine.KoelStore;
import io.koel.bench.engine.LevelShape;
import io.koel.bench.engine.SeededDatabase;
import io.koel.bench.engine.StoreSession;
import io.koel.bench.engine.StoreSettings;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Koel with one of its settings for filter deletes. */
final class KoelSubject implements Subject {

  private final Path dir;
  private final Options options;
  private Koel db;
  private StoreSession session;
  private Cost earlier = Cost.NONE;

  private KoelSubject(Path dir, Options options) throws IOException {
    this.dir = dir;
    this.options = options;
    open(options);
  }

  static KoelSubject open(Path dir, StoreSettings settings, FilterDeletes setting)
      throws IOException {
    SeededDatabase.createIfMissing(dir);
    return new KoelSubject(dir, KoelOptions.of(settings).withFilterDeletes(setting));
  }

  private void open(Options with) throws IOException {
    db = Koel.open(dir, with);
    session = new KoelSession(db);
  }

  @Override
  public StoreSession session() {
    return session;
  }

  @Override
  public Closeable snapshot() {
    return db.snapshot();
  }

  @Override
  public void compactAll() throws IOException {
    db.compact();
    db.awaitIdle();
  }

  @Override
  public void settle() throws IOException {
    db.flush();
    db.awaitIdle();
  }

  @Override
  public void compactTombstones() throws IOException {
    settle();
    reopen(
        options.withLevel0Triggers(
            1, options.level0SlowdownTrigger(), options.level0StopTrigger()));
    db.awaitIdle();
    reopen(options);
  }

  private void reopen(Options with) throws IOException {
    earlier = cost();
    db.close();
    open(with);
  }

  @Override
  public Cost cost() {
    Stats stats = db.stats();
    TombstoneStats tombstones = stats.tombstones();
    long compacted = stats.background().bytesRead() + stats.background().bytesWritten();
    return earlier.plus(
        new Cost(
            stats.levels().stream().mapToLong(LevelStats::dataBlocksFromDisk).sum(),
            stats.falsePositives(),
            stats.scans().steppedOver(),
            compacted + tombstones.verificationBytes() + tombstones.generationBytes(),
            tombstones.verificationBytes(),
            stats.background().bytesRead() * options.verificationPercent() / 100,
            stats.levels().stream().map(KoelSubject::filterCost).toList()));
  }

  private static Cost.FilterCost filterCost(LevelStats level) {
    return new Cost.FilterCost(
        level.filterDenials() + level.falsePositives(), level.falsePositives());
  }

  @Override
  public List<LevelShape> shape() {
    return KoelStore.shape(db.stats());
  }

  @Override
  public void close() throws IOException {
    db.close();
  }
}
