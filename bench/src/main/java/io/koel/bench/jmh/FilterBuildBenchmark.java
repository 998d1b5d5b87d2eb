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
    "ribbon(bits=8)",
    "cuckoo(bits=12)",
    "semisorted-cuckoo(bits=13)",
    "fastfilter-cuckoo16",
    "guava-bloom"
  })
  public String spec;

  /** A whole filter. */
  @Benchmark
  public LongPredicate build() {
    return Contender.build(spec, hashes);
  }
}
