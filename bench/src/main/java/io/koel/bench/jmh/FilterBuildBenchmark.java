package io.koel.bench.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The time to build and open a filter of all keys. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FilterBuildBenchmark {

  @Param({
    "cuckoo(bits=12)",
    "semisorted-cuckoo(bits=13)",
    "counting-bloom(bits=40)",
    "dleft-counting-bloom(bits=12)",
    "quotient(bits=9)",
    "bloom(bits=10)",
    "blocked-bloom(bits=10)",
    "xor(bits=8)",
    "xor-plus(bits=8)",
    "binary-fuse(bits=8)",
    "binary-fuse(bits=8,arity=4)",
    "ribbon(bits=8)",
    "golomb(bits=8)",
    "fastfilter-cuckoo16",
    "fastfilter-bloom10",
    "fastfilter-blockedbloom10",
    "fastfilter-xor8",
    "fastfilter-xorplus8",
    "fastfilter-xorfuse8",
    "fastfilter-gcs8",
    "guava-bloom"
  })
  public String spec;

  @Param({"100000", "1000000", "10000000"})
  public int keys;

  private long[] hashes;

  /** Draws the keys. */
  @Setup
  public void setUp() {
    hashes = new SplittableRandom(1).longs(keys).toArray();
  }

  /** A whole filter. */
  @Benchmark
  public LongPredicate build() {
    return Contender.build(spec, hashes);
  }
}
