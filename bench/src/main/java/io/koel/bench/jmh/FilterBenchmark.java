package io.koel.bench.jmh;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the benchmarks of filters share: the keys, and how long to measure. Each has a parameter
 * {@code spec}, so that any family can be measured: {@code -p spec='bloom(bits=10)'}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public abstract class FilterBenchmark {

  @Param({"100000", "1000000", "10000000"})
  public int keys;

  long[] hashes;
  SplittableRandom random;

  /** Draws the keys. */
  @Setup
  public final void drawKeys() {
    random = new SplittableRandom(1);
    hashes = random.longs(keys).toArray();
    prepare();
  }

  /** Makes what else is needed of the keys. (JMH does not promise to set up base classes first.) */
  void prepare() {}

  /** Draws keys to ask for, of which a percentage is there. */
  final long[] probes(int count, int percentPresent) {
    long[] probes = new long[count];
    for (int i = 0; i < count; i++) {
      boolean isPresent = random.nextInt(100) < percentPresent;
      probes[i] = isPresent ? hashes[random.nextInt(keys)] : random.nextLong();
    }
    return probes;
  }
}
