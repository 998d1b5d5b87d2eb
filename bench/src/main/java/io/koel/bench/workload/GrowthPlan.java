package io.koel.bench.workload;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.StoreSettings;
import java.util.List;
import java.util.Map;

/**
 * The same measurements at several sizes.
 *
 * @param filters the filter of each engine
 * @param sizes numbers of entries
 * @param lookups of each kind
 */
public record GrowthPlan(
    List<Engine> engines,
    Map<Engine, String> filters,
    StoreSettings store,
    List<Long> sizes,
    long lookups,
    int valueBytes,
    long seed) {

  public GrowthPlan {
    engines = List.copyOf(engines);
    filters = Map.copyOf(filters);
    sizes = List.copyOf(sizes);
    if (lookups < 1) {
      throw new IllegalArgumentException("lookups " + lookups + " is below 1");
    }
    if (sizes.isEmpty()) {
      throw new IllegalArgumentException("no sizes");
    }
    for (long size : sizes) {
      if (size < 1) {
        throw new IllegalArgumentException("entries " + size + " is below 1");
      }
    }
  }
}
