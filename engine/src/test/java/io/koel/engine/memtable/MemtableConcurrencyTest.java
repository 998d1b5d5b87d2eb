package io.koel.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.Seed;
import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.batch.EntryLayout;
import io.koel.filter.HashMix;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryCursor;
import io.koel.sst.FoundEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Readers while a writer writes: they see all of their sequence's past, unharmed. */
class MemtableConcurrencyTest {

  private static final int WRITES = 150_000;

  private final Memtable memtable = new Memtable(0, 4 << 20);
  private volatile long published;

  @Test
  void read_whileWriting_seesEverythingPublished() throws Exception {
    Random random = Seed.random("read_whileWriting_seesEverythingPublished");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<Integer>> readers = new ArrayList<>();
    readers.add(threads.submit(reading(random.nextLong(), this::get)));
    readers.add(threads.submit(reading(random.nextLong(), this::scanForward)));
    readers.add(threads.submit(reading(random.nextLong(), this::scanBackward)));
    try {
      threads.submit(this::write).get();
      for (Future<Integer> reader : readers) {
        assertTrue(reader.get() > 0, "a reader did nothing");
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(WRITES, memtable.entries());
  }

  /** Entry s has a key that s determines and s as its value. Every fourth one comes in order. */
  private static byte[] key(long sequence) {
    long number = sequence % 4 == 0 ? sequence : HashMix.mix(sequence, 3);
    return ByteBuffer.allocate(12).putInt((int) (number >>> 61)).putLong(number).array();
  }

  private void write() {
    EncodedBatch batch = new EncodedBatch();
    for (long sequence = 1; sequence <= WRITES; ) {
      batch.clear();
      long first = sequence;
      for (int i = 0; i < 3 && sequence <= WRITES; i++) {
        batch.put(key(sequence), ByteBuffer.allocate(8).putLong(sequence).array());
        sequence++;
      }
      batch.setFirstSequence(first);
      memtable.apply(batch.entries());
      published = sequence - 1;
    }
  }

  @FunctionalInterface
  private interface Look {
    void at(long snapshot, Random random) throws IOException;
  }

  private Callable<Integer> reading(long seed, Look look) {
    return () -> {
      Random random = new Random(seed);
      int looks = 0;
      for (long snapshot = 0; snapshot < WRITES; ) {
        snapshot = published;
        if (snapshot > 0) {
          look.at(snapshot, random);
          looks++;
        }
      }
      return looks;
    };
  }

  private void get(long snapshot, Random random) {
    FoundEntry found = new FoundEntry();
    for (int i = 0; i < 100; i++) {
      long sequence =
          i < 3
              ? snapshot - Math.min(i, snapshot - 1)
              : 1 + (long) (random.nextDouble() * snapshot);
      byte[] key = key(sequence);
      assertTrue(memtable.get(key, KeyHash.of(key, 0), snapshot, found), () -> "lost " + sequence);
      assertEquals(sequence, found.sequence());
      assertEquals(sequence, ByteBuffer.wrap(found.copyValue()).getLong());
    }
  }

  private void scanForward(long snapshot, Random random) throws IOException {
    EntryCursor cursor = memtable.cursor();
    check(snapshot, cursor, cursor.first(), 1);
  }

  private void scanBackward(long snapshot, Random random) throws IOException {
    EntryCursor cursor = memtable.cursor();
    check(snapshot, cursor, cursor.last(), -1);
  }

  private static void check(long snapshot, EntryCursor cursor, boolean begun, int direction)
      throws IOException {
    long seen = 0;
    byte[] before = null;
    for (boolean on = begun; on; on = direction > 0 ? cursor.next() : cursor.prev()) {
      byte[] key = key(cursor.sequence());
      assertEquals(
          0,
          EntryLayout.compareKeys(
              cursor.keyArray(), cursor.keyOffset(), cursor.keyLength(), key, 0, key.length));
      if (before != null) {
        int order = EntryLayout.compareKeys(before, 0, before.length, key, 0, key.length);
        assertTrue(order * direction < 0, "out of order");
      }
      before = key;
      seen += cursor.sequence() <= snapshot ? 1 : 0;
    }
    assertEquals(snapshot, seen);
  }
}
