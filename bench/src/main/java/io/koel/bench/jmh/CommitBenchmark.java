package io.koel.bench.jmh;

import io.koel.Durability;
import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.commit.CommitQueue;
import io.koel.engine.commit.CommitTarget;
import io.koel.engine.log.LogChain;
import io.koel.engine.log.LogWriter;
import io.koel.engine.memtable.Memtable;
import io.koel.sst.FileStorage;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Puts of random 16-byte keys and 100-byte values into log and memtable, without flushes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CommitBenchmark implements CommitTarget {

  private static final long MEMTABLE_BYTES = 64 << 20;

  /** What each put asks for. */
  @Param({"NONE", "SYNC"})
  public Durability durability;

  private Path directory;
  private Storage storage;
  private LogChain log;
  private long logNumber;
  private Memtable memtable;
  private CommitQueue queue;
  private volatile long published;

  /** What a writing thread has of its own. */
  @State(Scope.Thread)
  public static class Writer {
    private final EncodedBatch batch = new EncodedBatch();
    private final byte[] key = new byte[16];
    private final byte[] value = new byte[100];
  }

  /** Begins with an empty log and memtable. */
  @Setup(Level.Trial)
  public void setUp() throws IOException {
    directory = Files.createTempDirectory(Path.of("").toAbsolutePath(), "commit-benchmark");
    storage = FileStorage.at(directory);
    log = new LogChain(nextLog());
    memtable = new Memtable(1, MEMTABLE_BYTES);
    queue = new CommitQueue(this, 0);
  }

  private LogWriter nextLog() throws IOException {
    return new LogWriter(storage.createLog(Long.toString(++logNumber)), logNumber);
  }

  /** Removes the log. */
  @TearDown(Level.Trial)
  public void tearDown() throws IOException {
    log.close();
    storage.delete(Long.toString(logNumber));
    Files.delete(directory);
  }

  @Override
  public void prepare() throws IOException {
    if (memtable.sizeInBytes() > MEMTABLE_BYTES) {
      long full = logNumber;
      log.rotate(nextLog());
      log.release(full);
      storage.delete(Long.toString(full));
      memtable = new Memtable(1, MEMTABLE_BYTES);
    }
  }

  @Override
  public LogChain log() {
    return log;
  }

  @Override
  public void apply(EncodedBatch batch) {
    memtable.apply(batch.entries());
  }

  @Override
  public void publish(long lastSequence) {
    published = lastSequence;
  }

  private void put(Writer writer) throws IOException {
    ThreadLocalRandom.current().nextBytes(writer.key);
    writer.batch.clear();
    writer.batch.put(writer.key, writer.value);
    queue.commit(writer.batch, durability);
  }

  /** One thread, which never waits for another. */
  @Benchmark
  @Threads(1)
  public long alone(Writer writer) throws IOException {
    put(writer);
    return published;
  }

  /** Four threads, which share writes and syncs. */
  @Benchmark
  @Threads(4)
  public long together(Writer writer) throws IOException {
    put(writer);
    return published;
  }
}
