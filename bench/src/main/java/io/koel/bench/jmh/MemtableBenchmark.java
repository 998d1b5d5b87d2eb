package io.koel.bench.jmh;

import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.memtable.Memtable;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryCursor;
import io.koel.sst.FoundEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A memtable of a million entries with keys of 16 and values of 100 bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MemtableBenchmark {

  private static final int ENTRIES = 1_000_000;
  private static final int LOOKUPS = 1 << 20;
  private static final long SEED = 1;

  /** How keys look: random bytes, 16 digits in random order, 16 digits in order. */
  @Param({"random", "digits", "ascending"})
  public String keys;

  private final byte[] value = new byte[100];
  private final byte[] allKeys = new byte[16 * ENTRIES];
  private final FoundEntry found = new FoundEntry();
  private final byte[] key = new byte[16];
  private Memtable memtable;
  private EntryCursor cursor;
  // In the order of the lookups, so that what misses the processor's cache is the memtable alone.
  private final byte[] wantedKeys = new byte[16 * LOOKUPS];
  private int next;

  /** Fills a memtable. */
  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ENTRIES; i++) {
      ByteBuffer.wrap(allKeys, 16 * i, 16).put(key(i, random));
    }
    for (int i = 0; i < LOOKUPS; i++) {
      System.arraycopy(allKeys, 16 * random.nextInt(ENTRIES), wantedKeys, 16 * i, 16);
    }
    memtable = fill();
    cursor = memtable.cursor();
  }

  private byte[] key(int i, SplittableRandom random) {
    if (keys.equals("random")) {
      return ByteBuffer.allocate(16).putLong(random.nextLong()).putLong(i).array();
    }
    // An odd factor makes a permutation of the numbers below 2^20.
    int number = keys.equals("ascending") ? i : i * 0x9e3779b1 & (1 << 20) - 1;
    return String.format("%016d", number).getBytes(StandardCharsets.US_ASCII);
  }

  /** The time per entry of a new memtable. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public Memtable fill() {
    Memtable filled = new Memtable(SEED, ENTRIES * 160L);
    EncodedBatch batch = new EncodedBatch();
    for (int i = 0; i < ENTRIES; i++) {
      batch.clear();
      batch.put(allKeys, 16 * i, 16, value, 0, value.length);
      batch.setFirstSequence(i + 1);
      filled.apply(batch.entries());
    }
    return filled;
  }

  /** The time per tombstone of a new memtable of the usual size, whose index has to grow. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public Memtable fillDeletes() {
    Memtable filled = new Memtable(SEED, 64 << 20);
    EncodedBatch batch = new EncodedBatch();
    for (int i = 0; i < ENTRIES; i++) {
      batch.clear();
      batch.delete(allKeys, 16 * i, 16);
      batch.setFirstSequence(i + 1);
      filled.apply(batch.entries());
    }
    return filled;
  }

  private byte[] nextKey() {
    System.arraycopy(wantedKeys, 16 * (next++ & LOOKUPS - 1), key, 0, 16);
    return key;
  }

  /** A key that is there. */
  @Benchmark
  public boolean getPresent() {
    byte[] wanted = nextKey();
    return memtable.get(wanted, KeyHash.of(wanted, SEED), EntryCursor.MAX_SEQUENCE, found);
  }

  /** A key that is not there. */
  @Benchmark
  public boolean getAbsent() {
    byte[] wanted = nextKey();
    wanted[15] ^= (byte) 0x80;
    return memtable.get(wanted, KeyHash.of(wanted, SEED), EntryCursor.MAX_SEQUENCE, found);
  }

  /** A cursor's way to a key. */
  @Benchmark
  public boolean seek() throws IOException {
    return cursor.seek(nextKey(), 0, 16, EntryCursor.MAX_SEQUENCE);
  }

  /** The time per entry of a walk over all. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public long scan() throws IOException {
    long sum = 0;
    for (boolean on = cursor.first(); on; on = cursor.next()) {
      sum += cursor.keyArray()[cursor.keyOffset()];
    }
    return sum;
  }
}
