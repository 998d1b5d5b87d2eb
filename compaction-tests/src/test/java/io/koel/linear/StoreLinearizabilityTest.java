package io.koel.linear;

import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.WriteBatch;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Puts, gets, deletes, batches, snapshots and the map's conditional writes of several threads
 * happen as if one after the other. All runs share one store with tiny memtables, each has keys of
 * its own: flushes and compactions go on meanwhile.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:5")
@Param(name = "value", gen = IntGen.class, conf = "1:9")
public class StoreLinearizabilityTest {

  private static final AtomicLong RUNS = new AtomicLong();

  private static Koel db;

  private final long run = RUNS.incrementAndGet();

  @BeforeAll
  static void open() throws IOException {
    db =
        Koel.open(
            new StrictStorage(),
            Options.defaults()
                .withFilterPolicy("semisorted-cuckoo(bits=6)")
                .withMemtableBytes(16 << 10)
                .withTableBytes(8 << 10)
                .withLevelBaseBytes(32 << 10)
                .withLevel0Triggers(2, 20, 36));
  }

  @AfterAll
  static void close() throws IOException {
    db.close();
  }

  private byte[] key(int key) {
    return ByteBuffer.allocate(12).putLong(run).putInt(key).array();
  }

  private static byte[] value(int value) {
    return new byte[] {(byte) value};
  }

  private static int number(byte[] value) {
    return value == null ? 0 : value[0];
  }

  @Operation
  public void put(@Param(name = "key") int key, @Param(name = "value") int value)
      throws IOException {
    db.put(key(key), value(value));
  }

  @Operation
  public int get(@Param(name = "key") int key) throws IOException {
    return number(db.get(key(key)));
  }

  @Operation
  public void delete(@Param(name = "key") int key) throws IOException {
    db.delete(key(key));
  }

  /** Puts one key and deletes the next, at once. */
  @Operation
  public void batch(@Param(name = "key") int key, @Param(name = "value") int value)
      throws IOException {
    db.write(new WriteBatch().put(key(key), value(value)).delete(key((key + 1) % Model.KEYS)));
  }

  @Operation
  public int putIfAbsent(@Param(name = "key") int key, @Param(name = "value") int value) {
    return number(db.asMap().putIfAbsent(key(key), value(value)));
  }

  /** Adds to what is there. */
  @Operation
  public int merge(@Param(name = "key") int key, @Param(name = "value") int value) {
    return number(
        db.asMap().merge(key(key), value(value), (old, more) -> value(number(old) + number(more))));
  }

  /** All keys at one instant. */
  @Operation
  public long snapshot() throws IOException {
    try (Snapshot snapshot = db.snapshot()) {
      return Model.all(key -> number(snapshot.get(key(key))));
    }
  }

  @Test
  void operations_ofThreeThreads_areLinearizable() {
    new StressOptions()
        .iterations(20)
        .executionGenerator(SeededScenarios.class)
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(4)
        .sequentialSpecification(Model.class)
        .check(StoreLinearizabilityTest.class);
  }
}
