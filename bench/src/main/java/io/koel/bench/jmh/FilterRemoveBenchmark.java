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

/** The time to remove one key from a packed filter, and to add it again. */
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
  private FilterBlock reduced;
  private DynamicFilter filter;

  /** Builds a filter of all keys. */
  @Setup
  public void setUp() throws CorruptionException {
    hashes = new SplittableRandom(1).longs(keys).toArray();
    full = Contender.block(spec, hashes);
    family = (DynamicFilterFamily) FilterCatalog.installed().family(full.family());
    filter = family.thaw(full);
    remove();
    reduced = filter.freeze();
  }

  /** Thawed anew for each batch, with all keys for removing and with room for adding. */
  @State(Scope.Thread)
  public static class Full {
    /** Puts the removed keys back. */
    @Setup(Level.Invocation)
    public void thaw(FilterRemoveBenchmark benchmark) throws CorruptionException {
      benchmark.filter = benchmark.family.thaw(benchmark.full);
    }
  }

  /** As {@link Full}, without the keys of a batch. */
  @State(Scope.Thread)
  public static class Reduced {
    /** Takes the added keys away. */
    @Setup(Level.Invocation)
    public void thaw(FilterRemoveBenchmark benchmark) throws CorruptionException {
      benchmark.filter = benchmark.family.thaw(benchmark.reduced);
    }
  }

  /** Removes keys in random order. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long remove(Full full) {
    return remove();
  }

  private long remove() {
    for (int i = 0; i < BATCH; i++) {
      filter.removeHash(hashes[i]);
    }
    return filter.keyCount();
  }

  /** Adds keys to a filter that has been full before. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long add(Reduced reduced) {
    for (int i = 0; i < BATCH; i++) {
      filter.tryAddHash(hashes[i]);
    }
    return filter.keyCount();
  }
}
