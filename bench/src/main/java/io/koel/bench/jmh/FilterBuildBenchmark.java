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
    "cuckoo(bits=12)",
    "semisorted-cuckoo(bits=13)",
    "fastfilter-cuckoo16",
    "fastfilter-xorfuse8",
    "guava-bloom"
  })
  public String spec;

  /** A whole filter. */
  @Benchmark
  public LongPredicate build() {
    return Contender.build(spec, hashes);
  }
}
