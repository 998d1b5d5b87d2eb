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
  public void drawKeys() {
    random = new SplittableRandom(1);
    hashes = random.longs(keys).toArray();
  }
}
