package io.koel.bench.jmh;

import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilter;
import io.koel.filter.DynamicFilterFamily;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterCatalog;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The time to remove one key from a packed filter, which is what filter deletes do. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FilterRemoveBenchmark {

  private static final int BATCH = 50_000;

  @Param({
    "cuckoo(bits=12)",
    "semisorted-cuckoo(bits=13)",
    "counting-bloom(bits=40)",
    "dleft-counting-bloom(bits=12)",
    "quotient(bits=9)"
  })
  public String spec;

  @Param({"100000", "1000000", "10000000"})
  public int keys;

  private long[] hashes;
  private DynamicFilterFamily family;
  private FilterBlock full;
  private DynamicFilter filter;

  /** Builds a filter of all keys. */
  @Setup
  public void setUp() {
    hashes = new SplittableRandom(1).longs(keys).toArray();
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
