package io.koel.bench.workload;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.StoreSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Workloads to be run on stores, some rounds of each.
 *
 * @param filters the filter of each engine that has some
 * @param threads with how many threads to read; what writes is done with the first number of them
 * @param writesPerSecond of the thread that overwrites while others read; {@link #UNLIMITED}
 * @param rounds how often everything is done; a round begins with empty stores
 */
public record BenchPlan(
    List<Workload> workloads,
    List<Engine> engines,
    Map<Engine, String> filters,
    StoreSettings store,
    long entries,
    long operations,
    int valueBytes,
    List<Integer> threads,
    long writesPerSecond,
    int rounds,
    long seed) {

  /** As many writes as can be. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** A workload with one of the numbers of threads. */
  public record Turn(Workload workload, int threads) {}

  public BenchPlan {
    workloads = List.copyOf(workloads);
    engines = List.copyOf(engines);
    filters = Map.copyOf(filters);
    requirePositive("entries", entries);
    requirePositive("operations", operations);
    threads = List.copyOf(threads);
    if (threads.isEmpty()) {
      throw new IllegalArgumentException("no number of threads");
    }
    threads.forEach(each -> requirePositive("threads", each));
    requirePositive("writes per second", writesPerSecond);
    requirePositive("rounds", rounds);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " " + value + " is below 1");
    }
  }

  /** What is run, in this order. */
  public List<Turn> turns() {
    List<Turn> turns = new ArrayList<>();
    for (Workload workload : workloads) {
      for (int each : workload.kind().writes() ? threads.subList(0, 1) : threads) {
        turns.add(new Turn(workload, each));
      }
    }
    return turns;
  }

  StoreSettings settingsOf(Engine engine) {
    return store.withFilter(filters.getOrDefault(engine, "none"));
  }
}
