package io.koel.bench.workload;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.StoreSettings;
import java.util.List;
import java.util.Map;

/**
 * Workloads to be run on stores, some rounds of each.
 *
 * @param filters the filter of each engine that has some
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
    int threads,
    int rounds,
    long seed) {

  public BenchPlan {
    workloads = List.copyOf(workloads);
    engines = List.copyOf(engines);
    filters = Map.copyOf(filters);
    requirePositive("entries", entries);
    requirePositive("operations", operations);
    requirePositive("threads", threads);
    requirePositive("rounds", rounds);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " " + value + " is below 1");
    }
  }

  StoreSettings settingsOf(Engine engine) {
    return store.withFilter(filters.getOrDefault(engine, "none"));
  }
}
