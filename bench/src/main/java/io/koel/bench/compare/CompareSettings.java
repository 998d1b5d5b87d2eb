package io.koel.bench.compare;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.StoreSettings;
import java.util.List;

/**
 * What to compare.
 *
 * @param entries entries to load
 * @param valueBytes size of a value; keys have 16 bytes
 * @param lookups lookups of each kind
 * @param policies filters of Koel: a family's name, or a whole spec that is used as it is
 * @param budgets bits per key; 0 stands for what {@code semisorted-cuckoo(bits=13)} takes
 * @param engines which stores take part
 * @param store settings that all stores share
 */
public record CompareSettings(
    long entries,
    int valueBytes,
    long lookups,
    List<String> policies,
    List<Double> budgets,
    List<Engine> engines,
    int threads,
    long seed,
    StoreSettings store) {

  /** The budget that is not a number but a measure. */
  public static final double SEMISORTED_13 = 0;

  static final String SEMISORTED_13_SPEC = "semisorted-cuckoo(bits=13)";

  public CompareSettings {
    policies = List.copyOf(policies);
    budgets = List.copyOf(budgets);
    engines = List.copyOf(engines);
    if (lookups < 1) {
      throw new IllegalArgumentException("lookups " + lookups + " is below 1");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads " + threads + " is below 1");
    }
    for (double bits : budgets) {
      if (!(bits >= 0 && bits <= 64)) {
        throw new IllegalArgumentException("bits per key " + bits + " is not within 0 to 64");
      }
    }
  }
}
