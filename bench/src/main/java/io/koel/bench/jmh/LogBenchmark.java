package io.koel.bench.jmh;

import io.koel.engine.log.LogWriter;
import io.koel.sst.FileStorage;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Records of 131 bytes, as a put of a 16-byte key and a 100-byte value makes them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LogBenchmark {

  private static final long MAX_LOG_BYTES = 64 << 20;

  /** How the file is appended to: by writes, or through a mapped window. */
  @Param({"written", "mapped"})
  public String file;

  private final byte[] record = new byte[131];
  private Path directory;
  private Storage storage;
  private LogWriter log;

  /** Begins a log. */
  @Setup
  public void setUp() throws IOException {
    directory = Files.createTempDirectory(Path.of("").toAbsolutePath(), "log-benchmark");
    storage = FileStorage.at(directory);
    begin();
  }

  private void begin() throws IOException {
    log = new LogWriter(file.equals("mapped") ? storage.createLog("l") : storage.create("l"), 1);
  }

  private void end() throws IOException {
    log.close();
    storage.delete("l");
  }

  private LogWriter log() throws IOException {
    if (log.size() > MAX_LOG_BYTES) {
      end();
      begin();
    }
    return log;
  }

  /** Removes the log. */
  @TearDown
  public void tearDown() throws IOException {
    end();
    Files.delete(directory);
  }

  /** A record that is with the system. */
  @Benchmark
  public void appendAndFlush() throws IOException {
    LogWriter current = log();
    current.append(record, 0, record.length);
    current.flush();
  }

  /** A record that is on the disk. */
  @Benchmark
  public void appendAndSync() throws IOException {
    LogWriter current = log();
    current.append(record, 0, record.length);
    current.sync();
  }
}
