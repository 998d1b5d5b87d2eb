package io.koel.bench.workload;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.LevelShape;
import io.koel.bench.engine.Store;
import io.koel.bench.engine.StoreSettings;
import io.koel.bench.engine.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures how lookups, opening and filters grow with the number of entries. Each database is
 * filled in random order and brought to rest, read once so that its blocks are cached as far as the
 * cache goes, asked, closed, and opened again.
 */
public final class Growth {

  /** Hears what is going on. */
  public interface Listener {
    void started(int number, int parts, long entries, Engine engine);
  }

  /**
   * What one engine gave at one size.
   *
   * @param openMillis time to open the closed database, the least of some
   */
  public record Row(
      long entries,
      Engine engine,
      Outcome present,
      Outcome missing,
      double openMillis,
      List<LevelShape> shape) {

    public int tables() {
      return shape.stream().mapToInt(LevelShape::tables).sum();
    }

    public long filterBytes() {
      return shape.stream().mapToLong(LevelShape::filterBytes).sum();
    }

    public double filterBitsPerKey() {
      return filterBytes() * 8.0 / shape.stream().mapToLong(LevelShape::entries).sum();
    }
  }

  private static final int OPENS = 3;
  private static final long WARM_UP_ENTRIES = 100_000;

  private final GrowthPlan plan;
  private final Listener listener;

  public Growth(GrowthPlan plan, Listener listener) {
    this.plan = plan;
    this.listener = listener;
  }

  /** Runs everything; the databases live below {@code scratch}, one at a time. */
  public List<Row> run(Path scratch) throws IOException, StoreUnavailableException {
    warmUp(scratch);
    List<Row> rows = new ArrayList<>();
    int parts = plan.sizes().size() * plan.engines().size();
    for (long entries : plan.sizes()) {
      for (Engine engine : plan.engines()) {
        listener.started(rows.size() + 1, parts, entries, engine);
        rows.add(measure(entries, engine, scratch));
      }
    }
    return rows;
  }

  /** A small database whose figures nobody sees, so that the first size does not run cold. */
  private void warmUp(Path scratch) throws IOException, StoreUnavailableException {
    for (Engine engine : plan.engines()) {
      measure(Math.min(WARM_UP_ENTRIES, plan.sizes().get(0)), engine, scratch);
    }
  }

  private Row measure(long entries, Engine engine, Path scratch)
      throws IOException, StoreUnavailableException {
    Path dir = Files.createTempDirectory(scratch, engine.label());
    try {
      return measureIn(dir, entries, engine);
    } finally {
      Folders.delete(dir);
    }
  }

  private Row measureIn(Path dir, long entries, Engine engine)
      throws IOException, StoreUnavailableException {
    StoreSettings settings = plan.store().withFilter(plan.filters().get(engine));
    KeySpace keys = new KeySpace(entries, plan.valueBytes(), plan.seed());
    WorkloadRunner runner =
        new WorkloadRunner(keys, plan.lookups(), 1, plan.seed(), WorkProgress.NONE);
    Outcome present;
    Outcome missing;
    List<LevelShape> shape;
    try (Store store = engine.open(dir, settings)) {
      runner.run(Workload.FILLRANDOM, store, 0);
      store.flush();
      store.settle();
      runner.run(Workload.READSEQ, store, 0);
      runner.warmUp(Workload.READRANDOM, store);
      present = runner.run(Workload.READRANDOM, store, 0);
      runner.warmUp(Workload.READMISSING, store);
      missing = runner.run(Workload.READMISSING, store, 0);
      shape = store.shape();
    }
    return new Row(entries, engine, present, missing, openMillis(engine, dir, settings), shape);
  }

  private static double openMillis(Engine engine, Path dir, StoreSettings settings)
      throws IOException, StoreUnavailableException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < OPENS; i++) {
      long start = System.nanoTime();
      Store store = engine.open(dir, settings);
      least = Math.min(least, System.nanoTime() - start);
      store.close();
    }
    return least / 1e6;
  }
}
