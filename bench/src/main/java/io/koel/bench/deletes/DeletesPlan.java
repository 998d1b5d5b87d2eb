package io.koel.bench.deletes;

import io.koel.bench.engine.StoreSettings;
import java.util.List;

/**
 * What is to be run.
 *
 * @param entries how many entries the random half is deleted from; other scenarios take a share
 * @param queueSeconds how long the queue runs for each column
 * @param rounds how often the controls are repeated; their medians count
 * @param seed of keys, values and choices
 */
public record DeletesPlan(
    List<Scenario> scenarios,
    List<Column> columns,
    long entries,
    long queueSeconds,
    int rounds,
    long seed) {

  static final int VALUE_BYTES = 100;

  private static final long MIN_ENTRIES = 4000;
  private static final long MIN_MEMTABLE_BYTES = 32 << 10;
  private static final int LEVEL_RATIO = 10;
  private static final int BLOCK_BYTES = 4096;

  public DeletesPlan {
    scenarios = List.copyOf(scenarios);
    columns = List.copyOf(columns);
    require("entries", entries, MIN_ENTRIES);
    require("seconds", queueSeconds, 1);
    require("rounds", rounds, 1);
    if (scenarios.isEmpty() || columns.isEmpty()) {
      throw new IllegalArgumentException("no scenario or no column is left to run");
    }
  }

  private static void require(String name, long value, long min) {
    if (value < min) {
      throw new IllegalArgumentException(name + " " + value + " is below " + min);
    }
  }

  /**
   * The settings that all columns share. Sizes follow the number of entries, so that the tree has
   * the same shape at any size: 8 MB memtables, 16 MB tables and 32 MB for level 1 at 2M entries.
   * There is no block cache, so that each block that is needed is a disk read.
   */
  static StoreSettings store(long entries, String filter) {
    long memtable = Math.max(MIN_MEMTABLE_BYTES, entries * 4);
    return new StoreSettings(
        memtable,
        2 * memtable,
        4 * memtable,
        LEVEL_RATIO,
        BLOCK_BYTES,
        0,
        filter,
        false,
        false,
        2,
        true,
        true);
  }

  /** The columns that a scenario is run for. */
  List<Column> columns(Scenario scenario) {
    return columns.stream().filter(column -> column.suits(scenario)).toList();
  }

  /** How often a scenario is run for each of them. */
  int rounds(Scenario scenario) {
    return scenario.isControl() ? rounds : 1;
  }

  /** The columns that are run together: all of a control's, else each by itself. */
  List<List<Column>> groups(Scenario scenario) {
    List<Column> columns = columns(scenario);
    boolean isTogether = scenario.isControl() && !columns.isEmpty();
    return isTogether ? List.of(columns) : columns.stream().map(List::of).toList();
  }

  /** How many times something is run, for who shows progress. */
  int runs() {
    int runs = 0;
    for (Scenario scenario : scenarios) {
      runs += rounds(scenario) * groups(scenario).size();
    }
    return runs;
  }
}
