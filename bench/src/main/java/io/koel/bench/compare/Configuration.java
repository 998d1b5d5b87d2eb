package io.koel.bench.compare;

import io.koel.bench.engine.Engine;

/**
 * One row of a comparison.
 *
 * @param family the filter's name without its settings
 * @param filter the filter with its settings, in the engine's notation
 * @param budget which of the comparison's budgets the settings were chosen for, -1 for a filter
 *     that was given with its settings, or none
 */
public record Configuration(Engine engine, String family, String filter, int budget) {

  static final int NO_BUDGET = -1;

  public boolean isUnfiltered() {
    return family.equals("none");
  }

  public String label() {
    return engine.label() + " " + filter;
  }
}
