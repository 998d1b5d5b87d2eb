package io.koel.bench.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The time of one lookup. Any family can be measured: {@code -p spec='bloom(bits=10)'}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FilterLookupBenchmark {

  private static final int BATCH = 1 << 10;

  /** Many more than branch prediction can learn. */
  private static final int PROBES = 1 << 18;

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

  /** The percentage of lookups that ask for a key that is there. */
  @Param({"0", "50", "100"})
  public int present;

  private LongPredicate filter;
  private final long[] probes = new long[PROBES];
  private int next;

  /** Builds the filter and draws the keys to ask for. */
  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(1);
    long[] hashes = random.longs(keys).toArray();
    filter = Contender.build(spec, hashes);
    for (int i = 0; i < PROBES; i++) {
      boolean isPresent = random.nextInt(100) < present;
      probes[i] = isPresent ? hashes[random.nextInt(keys)] : random.nextLong();
    }
  }

  /** One lookup after another. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int lookup() {
    int from = next;
    next = from + BATCH & PROBES - 1;
    int positives = 0;
    for (int i = from; i < from + BATCH; i++) {
      if (filter.test(probes[i])) {
        positives++;
      }
    }
    return positives;
  }
}
