package io.koel.bench.workload;

import io.koel.bench.engine.Engine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What the rounds of a {@link BenchPlan} gave.
 *
 * @param unavailable engines that cannot run on this machine, with the reason
 * @param peakMemory of the process, and so of all engines together
 */
public record BenchResult(
    BenchPlan plan,
    List<Row> rows,
    Map<Engine, String> unavailable,
    Map<Engine, Long> sizesInBytes,
    Map<Engine, String> settings,
    PeakMemory peakMemory) {

  /** The outcomes of the n-th turn on one engine, one for each round. */
  public record Row(int turn, Workload workload, int threads, Engine engine, List<Outcome> rounds) {

    /** The round whose time is in the middle. */
    public Outcome median() {
      List<Outcome> sorted = new ArrayList<>(rounds);
      sorted.sort(Comparator.comparingDouble(Outcome::microsPerOperation));
      return sorted.get(sorted.size() / 2);
    }

    /**
     * How many times faster this row is than another: the median of the ratios of each round, in
     * which both met the same machine.
     */
    public double speedUpOver(Row other) {
      double[] ratios =
          IntStream.range(0, Math.min(rounds.size(), other.rounds.size()))
              .mapToDouble(
                  i ->
                      rounds.get(i).operationsPerSecond()
                          / other.rounds.get(i).operationsPerSecond())
              .sorted()
              .toArray();
      int middle = ratios.length / 2;
      return ratios.length % 2 == 1 ? ratios[middle] : (ratios[middle - 1] + ratios[middle]) / 2;
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
        new EnumMap<>(Engine.class),
        PeakMemory.now());
  }

  BenchResult with(PeakMemory newPeakMemory) {
    return new BenchResult(plan, rows, unavailable, sizesInBytes, settings, newPeakMemory);
  }
}
