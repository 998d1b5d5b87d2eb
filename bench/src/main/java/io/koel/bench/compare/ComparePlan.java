package io.koel.bench.compare;

import io.koel.bench.engine.Engine;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a comparison: which filters, with which settings.
 *
 * @param budgets bits per key
 * @param skipped filters that fit no budget, in words
 */
record ComparePlan(List<Configuration> configurations, List<Double> budgets, List<String> skipped) {

  private static final List<String> ROCKS_FILTERS = List.of("none", "bloom", "ribbon");

  static ComparePlan of(CompareSettings settings) throws IOException {
    List<Double> budgets = new ArrayList<>();
    for (double bits : settings.budgets()) {
      boolean named = bits == CompareSettings.SEMISORTED_13;
      double measured = named ? BitBudget.measure(CompareSettings.SEMISORTED_13_SPEC) : bits;
      budgets.add(Math.round(measured * 100) / 100.0);
    }
    ComparePlan plan = new ComparePlan(new ArrayList<>(), budgets, new ArrayList<>());
    for (Engine engine : settings.engines()) {
      for (String filter : engine == Engine.ROCKSDB ? ROCKS_FILTERS : settings.policies()) {
        plan.add(engine, filter);
      }
    }
    return plan;
  }

  private void add(Engine engine, String filter) throws IOException {
    FilterSpec spec = FilterSpec.parse(filter);
    boolean complete = !spec.arguments().isEmpty() || !spec.parts().isEmpty();
    if (complete || filter.equals("none")) {
      requireUsable(engine, filter);
      configurations.add(new Configuration(engine, spec.name(), filter, Configuration.NO_BUDGET));
      return;
    }
    if (engine == Engine.KOEL) {
      FilterCatalog.installed().family(filter);
    }
    for (int budget = 0; budget < budgets.size(); budget++) {
      double bits = budgets.get(budget);
      Optional<String> fitting =
          engine == Engine.ROCKSDB
              ? Optional.of(BitBudget.fitRocks(filter, bits))
              : BitBudget.fit(filter, bits);
      if (fitting.isPresent()) {
        configurations.add(new Configuration(engine, spec.name(), fitting.get(), budget));
      } else {
        skipped.add(
            String.format(
                "%s %s has no setting of at most %.2f bits per key", engine, filter, bits));
      }
    }
  }

  /** Refuses a bad spec now rather than after minutes. */
  private static void requireUsable(Engine engine, String filter) {
    if (engine == Engine.KOEL) {
      FilterCatalog.policy(filter);
    }
  }
}
