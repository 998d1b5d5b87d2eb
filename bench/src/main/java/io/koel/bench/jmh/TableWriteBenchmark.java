package io.koel.bench.jmh;

import io.koel.sst.Compression;
import io.koel.sst.TableProperties;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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

/** Writes tables of 58 MB, their filter and the final sync included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TableWriteBenchmark {

  private static final int ENTRIES = 500_000;

  @Param({"NONE", "LZ4"})
  Compression compression;

  @Param({"none", "semisorted-cuckoo(bits=13)"})
  String filter;

  private TableFixture fixture;
  private byte[][] sorted;

  /** Reports megabytes of keys and values a second. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Volume {
    public double megabytes;
  }

  @Setup(Level.Trial)
  public void setUp() throws IOException {
    fixture = new TableFixture(ENTRIES);
    sorted = fixture.keys.clone();
    Arrays.sort(sorted, Arrays::compareUnsigned);
  }

  @TearDown(Level.Trial)
  public void tearDown() throws IOException {
    fixture.close();
  }

  @Benchmark
  public TableProperties write(Volume volume) throws IOException {
    TableProperties properties = fixture.writeSorted(sorted, filter, compression);
    fixture.delete();
    volume.megabytes += (properties.rawKeyBytes() + properties.rawValueBytes()) / 1e6;
    return properties;
  }
}
