package io.koel.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.koel.bench.engine.Engine;
import io.koel.bench.engine.LookupCounts;
import io.koel.bench.workload.BenchResult.Row;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BenchResultTest {

  private static Row row(Engine engine, int... micros) {
    List<Outcome> rounds =
        IntStream.of(micros)
            .mapToObj(
                each ->
                    new Outcome(
                        1,
                        1,
                        each * 1000L,
                        1,
                        new Latencies(),
                        LookupCounts.ZERO,
                        OptionalDouble.empty(),
                        BackgroundWrites.NONE))
            .toList();
    return new Row(0, Workload.READRANDOM, 1, engine, rounds);
  }

  @Test
  void speedUpOver_machineSlowInOneRound_isTheMedianOfTheRoundsRatios() {
    // Ratios 2, 10 and 3; the ratio of the medians would be 30 / 10.
    Row fast = row(Engine.KOEL, 1, 10, 100);
    Row slow = row(Engine.ROCKSDB, 2, 100, 300);
    assertEquals(3, fast.speedUpOver(slow), 1e-9);
    assertEquals(10, fast.median().microsPerOperation(), 1e-9);
  }

  @Test
  void speedUpOver_twoRounds_isTheMiddleOfBoth() {
    assertEquals(3, row(Engine.KOEL, 1, 1).speedUpOver(row(Engine.ROCKSDB, 2, 4)), 1e-9);
  }
}
