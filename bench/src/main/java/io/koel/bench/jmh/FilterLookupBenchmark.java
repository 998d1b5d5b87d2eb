package io.koel.bench.jmh;

import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/** The time of one lookup. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FilterLookupBenchmark extends FilterBenchmark {

  private static final int BATCH = 1 << 10;

  /** Many more than branch prediction can learn. */
  private static final int PROBES = 1 << 18;

  /** A name that {@link Contender} knows. */
  @Param({
    "bloom(bits=10)",
    "fastfilter-bloom10",
    "blocked-bloom(bits=10)",
    "fastfilter-blockedbloom10",
    "binary-fuse(bits=8)",
    "binary-fuse(bits=8,arity=4)",
    "fastfilter-xorfuse8",
    "xor(bits=8)",
    "fastfilter-xor8",
    "xor-plus(bits=8)",
    "fastfilter-xorplus8",
    "ribbon(bits=8)",
    "golomb(bits=8)",
    "fastfilter-gcs8",
    "cuckoo(bits=12)",
    "semisorted-cuckoo(bits=13)",
    "fastfilter-cuckoo16",
    "quotient(bits=9)",
    "dleft-counting-bloom(bits=12)",
    "counting-bloom(bits=40)",
    "guava-bloom"
  })
  public String spec;

  /** The percentage of lookups that ask for a key that is there. */
  @Param({"0", "50", "100"})
  public int present;

  private LongPredicate filter;
  private long[] probes;
  private int next;

  /** Builds the filter and draws the keys to ask for. */
  @Override
  void prepare() {
    filter = Contender.build(spec, hashes);
    probes = probes(PROBES, present);
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
