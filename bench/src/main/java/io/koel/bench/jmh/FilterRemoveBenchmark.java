package io.koel.bench.jmh;

import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilter;
import io.koel.filter.DynamicFilterFamily;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterCatalog;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** The time to remove one key from a packed filter, which is what filter deletes do. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FilterRemoveBenchmark extends FilterBenchmark {

  private static final int BATCH = 50_000;

  /** A spec of a family that can forget. */
  @Param({
    "cuckoo(bits=12)",
    "semisorted-cuckoo(bits=13)",
    "quotient(bits=9)",
    "dleft-counting-bloom(bits=12)",
    "counting-bloom(bits=40)"
  })
  public String spec;

  private DynamicFilterFamily family;
  private FilterBlock full;
  private DynamicFilter filter;

  /** Builds a filter of all keys. */
  @Override
  void prepare() {
    full = Contender.block(spec, hashes);
    family = (DynamicFilterFamily) FilterCatalog.installed().family(full.family());
  }

  /** Puts the removed keys back. */
  @Setup(Level.Invocation)
  public void thaw() throws CorruptionException {
    filter = family.thaw(full);
  }

  /** Removes keys in random order. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long remove() {
    for (int i = 0; i < BATCH; i++) {
      filter.removeHash(hashes[i]);
    }
    return filter.keyCount();
  }
}
