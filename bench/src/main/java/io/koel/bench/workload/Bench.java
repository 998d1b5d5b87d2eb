package io.koel.bench.workload;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.Store;
import io.koel.bench.engine.StoreUnavailableException;
import io.koel.bench.workload.BenchPlan.Turn;
import io.koel.bench.workload.BenchResult.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs a {@link BenchPlan}. Within a round the engines take turns at each workload, so that
 * whatever else the machine does meets all of them alike; who begins changes with the rounds.
 */
public final class Bench {

  /** Hears what is going on. */
  public interface Listener extends WorkProgress {
    void started(int round, Workload workload, Engine engine);
  }

  private final BenchPlan plan;
  private final Listener listener;
  private final Map<Integer, WorkloadRunner> runners = new HashMap<>();

  public Bench(BenchPlan plan, Listener listener) {
    this.plan = plan;
    this.listener = listener;
    KeySpace keys = new KeySpace(plan.entries(), plan.valueBytes(), plan.seed());
    for (int threads : plan.threads()) {
      runners.put(
          threads,
          new WorkloadRunner(
              keys, plan.operations(), threads, plan.seed(), listener, plan.writesPerSecond()));
    }
  }

  /** How many operations {@link #run} does in all. */
  public long operations() {
    long sum = 0;
    for (Turn turn : plan.turns()) {
      sum += runners.get(turn.threads()).operationsOf(turn.workload());
    }
    return sum * plan.engines().size() * plan.rounds();
  }

  /** Runs everything; the databases live below {@code scratch}. */
  public BenchResult run(Path scratch) throws IOException {
    BenchResult result = BenchResult.empty(plan);
    List<Turn> turns = plan.turns();
    for (int i = 0; i < turns.size(); i++) {
      Turn turn = turns.get(i);
      for (Engine engine : plan.engines()) {
        result.rows().add(new Row(i, turn.workload(), turn.threads(), engine, new ArrayList<>()));
      }
    }
    PeakMemory.forget();
    for (int round = 0; round < plan.rounds(); round++) {
      round(round, Files.createTempDirectory(scratch, "round"), result);
    }
    result.rows().removeIf(row -> row.rounds().isEmpty());
    return result.with(PeakMemory.now());
  }

  private void round(int round, Path dir, BenchResult result) throws IOException {
    Map<Engine, Store> stores = new EnumMap<>(Engine.class);
    try {
      for (Engine engine : plan.engines()) {
        open(engine, dir, stores, result);
      }
      for (int turn = 0; turn < plan.turns().size(); turn++) {
        List<Row> rows = new ArrayList<>(result.turn(turn));
        if (round % 2 == 1) {
          Collections.reverse(rows);
        }
        for (Row row : rows) {
          Store store = stores.get(row.engine());
          if (store != null) {
            run(row, store, round);
          }
        }
      }
    } finally {
      closeAll(stores);
    }
    for (Engine engine : stores.keySet()) {
      result.sizesInBytes().put(engine, size(dir.resolve(engine.label())));
    }
    Folders.delete(dir);
  }

  private void run(Row row, Store store, int round) throws IOException {
    listener.started(round, row.workload(), row.engine());
    WorkloadRunner runner = runners.get(row.threads());
    if (round == 0) {
      runner.warmUp(row.workload(), store);
    }
    row.rounds().add(runner.run(row.workload(), store, round));
  }

  private void open(Engine engine, Path dir, Map<Engine, Store> stores, BenchResult result)
      throws IOException {
    try {
      Store store = engine.open(dir.resolve(engine.label()), plan.settingsOf(engine));
      stores.put(engine, store);
      result.settings().put(engine, store.settings());
    } catch (StoreUnavailableException e) {
      result.unavailable().put(engine, e.getMessage());
    }
  }

  private static void closeAll(Map<Engine, Store> stores) throws IOException {
    IOException failure = null;
    for (Store store : stores.values()) {
      try {
        store.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static long size(Path dir) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(dir)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    long size = 0;
    for (Path file : files) {
      size += Files.size(file);
    }
    return size;
  }
}
