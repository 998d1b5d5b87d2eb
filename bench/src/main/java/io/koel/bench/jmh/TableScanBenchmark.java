package io.koel.bench.jmh;

import io.koel.sst.BlockCache;
import io.koel.sst.Compression;
import io.koel.sst.EntryCursor;
import io.koel.sst.ReadPurpose;
import io.koel.sst.TableCursor;
import io.koel.sst.TableReader;
import java.io.IOException;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Cursors over a whole table, per entry, and short scans. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TableScanBenchmark {

  private static final int ENTRIES = 500_000;

  @Param({"NONE"})
  Compression compression;

  private TableFixture fixture;
  private TableReader cached;
  private TableReader uncached;
  private TableCursor seeker;
  private int next;

  @Setup(Level.Trial)
  public void setUp() throws IOException {
    fixture = new TableFixture(ENTRIES);
    fixture.write("none", compression);
    cached = fixture.open(BlockCache.ofBytes(256 << 20));
    uncached = fixture.open(BlockCache.none());
    seeker = cached.cursor(0, ReadPurpose.SCAN);
    forwardCached();
  }

  @TearDown(Level.Trial)
  public void tearDown() throws IOException {
    cached.close();
    uncached.close();
    fixture.close();
  }

  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public long forwardCached() throws IOException {
    return forward(cached.cursor(0, ReadPurpose.SCAN));
  }

  /** From the operating system's cache, as a compaction reads. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public long forwardUncached() throws IOException {
    return forward(uncached.cursor(0, ReadPurpose.COMPACTION));
  }

  private static long forward(TableCursor cursor) throws IOException {
    long sum = 0;
    try (cursor) {
      for (boolean valid = cursor.first(); valid; valid = cursor.next()) {
        sum += use(cursor);
      }
    }
    return sum;
  }

  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public long backwardCached() throws IOException {
    long sum = 0;
    try (TableCursor cursor = cached.cursor(0, ReadPurpose.SCAN)) {
      for (boolean valid = cursor.last(); valid; valid = cursor.prev()) {
        sum += use(cursor);
      }
    }
    return sum;
  }

  /** A seek to a random key and ten entries from there. */
  @Benchmark
  public long seekAndTen() throws IOException {
    byte[] key = fixture.keys[next];
    next = next + 1 == ENTRIES ? 0 : next + 1;
    long sum = 0;
    boolean valid = seeker.seek(key, 0, key.length, EntryCursor.MAX_SEQUENCE);
    for (int i = 0; valid && i < 10; i++) {
      sum += use(seeker);
      valid = seeker.next();
    }
    return sum;
  }

  /** Touches key, sequence and value, as every caller does. */
  private static long use(TableCursor cursor) {
    return cursor.sequence()
        + cursor.keyArray()[cursor.keyOffset() + cursor.keyLength() - 1]
        + cursor.valueArray()[cursor.valueOffset() + cursor.valueLength() - 1];
  }
}
