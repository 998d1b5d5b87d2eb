package io.koel.linear;

import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.memtable.Memtable;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryKind;
import io.koel.sst.FoundEntry;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** A memtable under one writer at a time, as the commit queue guarantees it, and many readers. */
@Param(name = "key", gen = IntGen.class, conf = "0:2")
@Param(name = "value", gen = IntGen.class, conf = "1:9")
public class MemtableLinearizabilityTest {

  private static final long SEED = 7;

  private final Memtable memtable = new Memtable(SEED, 1 << 10);
  private final Object writing = new Object();
  private volatile long published;

  private static byte[] key(int key) {
    return new byte[] {'k', (byte) key};
  }

  private static byte[] value(int value) {
    return new byte[] {(byte) value};
  }

  private void write(EncodedBatch batch) {
    synchronized (writing) {
      batch.setFirstSequence(published + 1);
      memtable.apply(batch.entries());
      published += batch.count();
    }
  }

  private int read(int key, long sequence) {
    FoundEntry found = new FoundEntry();
    byte[] bytes = key(key);
    boolean there = memtable.get(bytes, KeyHash.of(bytes, SEED), sequence, found);
    return there && found.kind() == EntryKind.PUT ? found.copyValue()[0] : 0;
  }

  @Operation
  public void put(@Param(name = "key") int key, @Param(name = "value") int value) {
    EncodedBatch batch = new EncodedBatch();
    batch.put(key(key), value(value));
    write(batch);
  }

  @Operation
  public int get(@Param(name = "key") int key) {
    return read(key, published);
  }

  @Operation
  public void delete(@Param(name = "key") int key) {
    EncodedBatch batch = new EncodedBatch();
    batch.delete(key(key));
    write(batch);
  }

  /** Puts one key and deletes the next, at once. */
  @Operation
  public void batch(@Param(name = "key") int key, @Param(name = "value") int value) {
    EncodedBatch batch = new EncodedBatch();
    batch.put(key(key), value(value));
    batch.delete(key((key + 1) % 3));
    write(batch);
  }

  /** All keys at one instant. */
  @Operation
  public int snapshot() {
    long sequence = published;
    return read(0, sequence) * 100 + read(1, sequence) * 10 + read(2, sequence);
  }

  @Test
  void operations_ofThreeThreads_areLinearizable() {
    new StressOptions()
        .iterations(20)
        .executionGenerator(SeededScenarios.class)
        .invocationsPerIteration(1_000)
        .threads(3)
        .actorsPerThread(4)
        .sequentialSpecification(StoreLinearizabilityTest.Model.class)
        .check(MemtableLinearizabilityTest.class);
  }
}
