package io.koel.bench.compare;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.LeveledStore;
import io.koel.bench.engine.Store;
import io.koel.bench.engine.StoreSettings;
import io.koel.bench.engine.StoreUnavailableException;
import io.koel.bench.workload.Folders;
import io.koel.bench.workload.KeySpace;
import io.koel.bench.workload.Outcome;
import io.koel.bench.workload.WorkProgress;
import io.koel.bench.workload.WorkloadRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Loads the same entries into stores with different filters, and looks the same keys up in each.
 */
public final class Comparison {

  /** Hears what is going on. */
  public interface Listener extends WorkProgress {

    /** For who does not want to know. */
    Listener NONE = operations -> {};

    default void planned(int configurations, long operations) {}

    default void started(Configuration configuration) {}

    default void finished(ConfigurationResult result) {}
  }

  /** Lookups before the measured ones, for the compiler. */
  private static final long WARM_UP = 20_000;

  private final CompareSettings settings;
  private final KeySpace keys;
  private final Placement placement;
  private final ComparePlan plan;

  /**
   * Plans a comparison; nothing is written yet.
   *
   * @throws io.koel.filter.FilterSpecException if a filter is unknown or its settings are wrong
   */
  public Comparison(CompareSettings settings) throws IOException {
    this.settings = settings;
    this.keys = new KeySpace(settings.entries(), settings.valueBytes(), settings.seed());
    this.placement = new Placement(keys, settings.store());
    this.plan = ComparePlan.of(settings);
  }

  /**
   * Runs all of it; the databases live below {@code scratch} while they are looked at.
   *
   * @throws IOException also if a store gave a wrong answer
   */
  public CompareResult run(Path scratch, Listener listener)
      throws IOException, StoreUnavailableException {
    long start = System.nanoTime();
    listener.planned(plan.configurations().size(), operationsPerConfiguration());
    warmUp(scratch);
    List<ConfigurationResult> rows = new ArrayList<>();
    for (Configuration configuration : plan.configurations()) {
      listener.started(configuration);
      ConfigurationResult row = measure(configuration, scratch, listener);
      rows.add(row);
      listener.finished(row);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new CompareResult(
        settings,
        plan.budgets(),
        rows,
        plan.skipped(),
        placement.live(),
        placement.deleted(),
        seconds);
  }

  private long operationsPerConfiguration() {
    return placement.operations() + LookupKind.values().length * settings.lookups();
  }

  /** A small comparison whose figures nobody sees, so that no engine's code runs cold. */
  private void warmUp(Path scratch) throws IOException, StoreUnavailableException {
    long entries = Math.min(settings.entries(), 100_000);
    if (settings.entries() <= entries) {
      return;
    }
    CompareSettings small =
        new CompareSettings(
            entries,
            settings.valueBytes(),
            Math.min(settings.lookups(), WARM_UP),
            List.of("none", CompareSettings.SEMISORTED_13_SPEC),
            List.of(),
            settings.engines(),
            settings.threads(),
            settings.seed(),
            settings.store());
    Comparison warmUp = new Comparison(small);
    for (Configuration configuration : warmUp.plan.configurations()) {
      warmUp.measure(configuration, scratch, WorkProgress.NONE);
    }
  }

  private ConfigurationResult measure(
      Configuration configuration, Path scratch, WorkProgress progress)
      throws IOException, StoreUnavailableException {
    Path dir = scratch.resolve("db");
    Folders.delete(dir);
    try {
      ConfigurationResult result = count(configuration, dir, progress);
      if (configuration.engine() == Engine.ROCKSDB) {
        timeAgain(result, dir);
      }
      return result;
    } finally {
      Folders.delete(dir);
    }
  }

  private ConfigurationResult count(Configuration configuration, Path dir, WorkProgress progress)
      throws IOException, StoreUnavailableException {
    long start = System.nanoTime();
    try (LeveledStore store =
        (LeveledStore)
            configuration.engine().open(dir, settings.store().withFilter(configuration.filter()))) {
      placement.load(store, progress);
      double loadSeconds = (System.nanoTime() - start) / 1e9;
      Map<LookupKind, LookupResult> lookups = new EnumMap<>(LookupKind.class);
      for (LookupKind kind : LookupKind.values()) {
        lookUp(store, kind, Math.min(WARM_UP, settings.lookups()), WorkProgress.NONE);
        Outcome outcome = lookUp(store, kind, settings.lookups(), progress);
        check(configuration, kind, outcome);
        lookups.put(kind, new LookupResult(kind, outcome));
      }
      return new ConfigurationResult(
          configuration, lookups, store.shape(), loadSeconds, store.settings());
    }
  }

  /** Takes RocksDB's times without its statistics, which had slowed the counted lookups down. */
  private void timeAgain(ConfigurationResult counted, Path dir)
      throws IOException, StoreUnavailableException {
    Configuration configuration = counted.configuration();
    StoreSettings fast = settings.store().withFilter(configuration.filter()).withExactCounts(false);
    try (Store store = configuration.engine().open(dir, fast)) {
      for (LookupKind kind : LookupKind.values()) {
        // All of them first: what the counted lookups found in a cache shall be there again.
        lookUp(store, kind, settings.lookups(), WorkProgress.NONE);
        Outcome outcome = lookUp(store, kind, settings.lookups(), WorkProgress.NONE);
        check(configuration, kind, outcome);
        counted
            .lookups()
            .put(kind, new LookupResult(kind, outcome.with(counted.lookups(kind).counts())));
      }
    }
  }

  private Outcome lookUp(Store store, LookupKind kind, long lookups, WorkProgress progress)
      throws IOException {
    return new WorkloadRunner(keys, lookups, settings.threads(), settings.seed(), progress)
        .run(kind.task(placement), store, kind.ordinal());
  }

  private static void check(Configuration configuration, LookupKind kind, Outcome outcome)
      throws IOException {
    long expected = kind == LookupKind.PRESENT ? outcome.operations() : 0;
    if (outcome.found() != expected) {
      throw new IOException(
          String.format(
              "%s answered wrongly: found %d of %d %s keys",
              configuration.label(), outcome.found(), outcome.operations(), kind.label()));
    }
  }

  /** The engines that have levels to put tables on. */
  public static List<Engine> engines() {
    return List.of(Engine.KOEL, Engine.ROCKSDB);
  }
}
