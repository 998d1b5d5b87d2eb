package io.koel.bench.jmh;

import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/** The time to build and open a filter of all keys. */
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class FilterBuildBenchmark extends FilterBenchmark {

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

  /** A whole filter. */
  @Benchmark
  public LongPredicate build() {
    return Contender.build(spec, hashes);
  }
}
