package io.koel.linear;

import io.koel.engine.batch.BatchReader;
import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.memtable.Memtable;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryKind;
import io.koel.sst.FoundEntry;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * A memtable under one writer at a time, as the commit queue guarantees it, and many readers. Other
 * entries are there already, so many that a few more split the leaf and let the index grow.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:5")
@Param(name = "value", gen = IntGen.class, conf = "1:9")
public class MemtableLinearizabilityTest {

  private static final long SEED = 7;

  /** A leaf holds 32 entries, and the smallest index grows with its 13th key. */
  private static final int OTHER_ENTRIES = 30;

  private static final int OTHER_KEYS = 11;

  private final Memtable memtable = new Memtable(SEED, 1 << 10);
  private final Object writing = new Object();
  private volatile long published;

  /** Each run begins so. */
  public MemtableLinearizabilityTest() {
    for (int i = 0; i < OTHER_ENTRIES; i++) {
      EncodedBatch batch = new EncodedBatch();
      batch.put(otherKey(i % OTHER_KEYS), value(1));
      write(batch);
    }
  }

  private static byte[] key(int key) {
    return new byte[] {'k', (byte) (2 * key + 1)};
  }

  /** Before, between and after the keys of the operations. */
  private static byte[] otherKey(int key) {
    return new byte[] {'k', (byte) (2 * key)};
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
    batch.delete(key((key + 1) % Model.KEYS));
    write(batch);
  }

  /** All keys at one instant. */
  @Operation
  public long snapshot() {
    long sequence = published;
    return Model.all(key -> read(key, sequence));
  }

  @Test
  void operations_ofThreeThreads_areLinearizable() {
    new StressOptions()
        .iterations(20)
        .executionGenerator(SeededScenarios.class)
        .invocationsPerIteration(1_000)
        .threads(3)
        .actorsPerThread(4)
        .sequentialSpecification(Model.class)
        .check(MemtableLinearizabilityTest.class);
  }

  /**
   * Lincheck itself decides where threads change, so that narrow gaps are met too. What reads and
   * writes numbers in byte arrays is one step for it: it cannot follow such handles, and these
   * bytes are published by others.
   */
  @Test
  void operations_ofTwoThreadsInChosenOrders_areLinearizable() {
    new ModelCheckingOptions()
        .addGuarantee(
            ManagedStrategyGuaranteeKt.forClasses(
                    EncodedBatch.class.getName(),
                    BatchReader.class.getName(),
                    KeyHash.class.getName(),
                    "io.koel.engine.memtable.EntryArena",
                    "io.koel.engine.memtable.KeyPrefix")
                .allMethods()
                .treatAsAtomic())
        .iterations(6)
        .executionGenerator(SeededScenarios.class)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(1)
        .sequentialSpecification(Model.class)
        .check(MemtableLinearizabilityTest.class);
  }
}
