package io.koel.bench.jmh;

import io.koel.filter.KeyHash;
import io.koel.sst.BlockCache;
import io.koel.sst.Compression;
import io.koel.sst.EntryCursor;
import io.koel.sst.FoundEntry;
import io.koel.sst.LookupOutcome;
import io.koel.sst.TableReader;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Point lookups in one table whose blocks are in the cache, in random order. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TableLookupBenchmark {

  @Param({"10000", "500000"})
  int entries;

  @Param("semisorted-cuckoo(bits=13)")
  String filter;

  /** The cache's size in MiB; with the smaller one, most blocks come from the file. */
  @Param({"256", "4"})
  int cacheMib;

  private TableFixture fixture;
  private TableReader reader;
  private long[] hashes;
  private long[] absentHashes;
  private final FoundEntry found = new FoundEntry();
  private int next;

  @Setup(Level.Trial)
  public void setUp() throws IOException {
    fixture = new TableFixture(entries);
    fixture.write(filter, Compression.NONE);
    reader = fixture.open(BlockCache.ofBytes((long) cacheMib << 20));
    hashes = hashes(fixture.keys);
    absentHashes = hashes(fixture.absentKeys);
    for (int i = 0; i < entries; i++) {
      if (present() != LookupOutcome.FOUND) {
        throw new AssertionError("key " + i + " is missing");
      }
    }
  }

  private static long[] hashes(byte[][] keys) {
    long[] hashes = new long[keys.length];
    for (int i = 0; i < keys.length; i++) {
      hashes[i] = KeyHash.of(keys[i], TableFixture.HASH_SEED);
    }
    return hashes;
  }

  @TearDown(Level.Trial)
  public void tearDown() throws IOException {
    reader.close();
    fixture.close();
  }

  private int step() {
    int at = next;
    next = at + 1 == entries ? 0 : at + 1;
    return at;
  }

  /** The key is there. */
  @Benchmark
  public LookupOutcome present() throws IOException {
    int i = step();
    return reader.find(fixture.keys[i], hashes[i], EntryCursor.MAX_SEQUENCE, 0, found);
  }

  /** The key is not there: denied, but for the filter's false positives. */
  @Benchmark
  public LookupOutcome absent() throws IOException {
    int i = step();
    return reader.find(fixture.absentKeys[i], absentHashes[i], EntryCursor.MAX_SEQUENCE, 0, found);
  }

  /** The key is not there, and the filter is not asked: what a false positive costs. */
  @Benchmark
  public LookupOutcome absentUnfiltered() throws IOException {
    int i = step();
    return reader.findUnfiltered(
        fixture.absentKeys[i], absentHashes[i], EntryCursor.MAX_SEQUENCE, 0, found);
  }
}
