package io.koel.bench.workload;

import io.koel.bench.engine.Engine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the rounds of a {@link BenchPlan} gave.
 *
 * @param unavailable engines that cannot run on this machine, with the reason
 */
public record BenchResult(
    BenchPlan plan,
    List<Row> rows,
    Map<Engine, String> unavailable,
    Map<Engine, Long> sizesInBytes,
    Map<Engine, String> settings) {

  /** The outcomes of a workload's n-th turn on one engine, one for each round. */
  public record Row(int turn, Workload workload, Engine engine, List<Outcome> rounds) {

    /** The round whose time is in the middle. */
    public Outcome median() {
      List<Outcome> sorted = new ArrayList<>(rounds);
      sorted.sort(Comparator.comparingDouble(Outcome::microsPerOperation));
      return sorted.get(sorted.size() / 2);
    }
  }

  /** The rows of a turn, in the order of the engines. */
  public List<Row> turn(int turn) {
    return rows.stream().filter(row -> row.turn == turn).toList();
  }

  static BenchResult empty(BenchPlan plan) {
    return new BenchResult(
        plan,
        new ArrayList<>(),
        new EnumMap<>(Engine.class),
        new EnumMap<>(Engine.class),
        new EnumMap<>(Engine.class));
  }
}
