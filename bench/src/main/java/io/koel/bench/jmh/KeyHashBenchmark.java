package io.koel.bench.jmh;

import io.koel.filter.KeyHash;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.commons.codec.digest.MurmurHash3;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * The hash of one key, beside an unkeyed hash of the library's; {@code -prof gc} shows the garbage.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KeyHashBenchmark {

  private static final int KEYS = 1 << 10;

  @Param({"8", "16", "27", "100"})
  public int length;

  private final byte[][] keys = new byte[KEYS][];
  private int next;

  /** Not a constant: what is made of a constant seed would not be measured. */
  private long seed = 42;

  /** Draws the keys. */
  @Setup
  public void setUp() {
    Random random = new Random(1);
    for (int i = 0; i < KEYS; i++) {
      keys[i] = new byte[length];
      random.nextBytes(keys[i]);
    }
  }

  @Benchmark
  public long koel() {
    byte[] key = keys[next++ & KEYS - 1];
    return KeyHash.of(key, 0, key.length, seed);
  }

  @Benchmark
  public long commonsCodec() {
    byte[] key = keys[next++ & KEYS - 1];
    return MurmurHash3.hash128x64(key, 0, key.length, (int) seed)[0];
  }
}
