package io.koel.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.Seed;
import io.koel.engine.batch.EncodedBatch;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryCursor;
import io.koel.sst.FoundEntry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Lookups of keys that a writer overwrites meanwhile, and adds others, so that the index grows:
 * each finds the version of its sequence, and what a reader finds never becomes older.
 */
class MemtableOverwritingTest {

  private static final int WRITES = 200_000;
  private static final int HOT_KEYS = 16;

  // Much smaller than what comes, so that the index grows often.
  private final Memtable memtable = new Memtable(0, 1 << 12);
  private volatile long published;

  /** Even sequences go to the hot keys, several in a row to one; odd ones make a new key each. */
  private static int number(long sequence) {
    return sequence % 2 == 0 ? (int) (sequence / 8 % HOT_KEYS) : (int) (HOT_KEYS + sequence);
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  /** The newest sequence of a hot key that is not above another, or 0. */
  private static long newest(int hotKey, long upTo) {
    long sequence = upTo - upTo % 2;
    while (sequence > 0 && number(sequence) != hotKey) {
      sequence -= 2;
    }
    return sequence;
  }

  @Test
  void get_whileOverwriting_findsTheVersionOfItsSequence() throws Exception {
    Random random = Seed.random("get_whileOverwriting_findsTheVersionOfItsSequence");
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Future<Integer>> readers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      long seed = random.nextLong();
      readers.add(threads.submit(() -> read(new Random(seed))));
    }
    try {
      threads.submit(this::write).get();
      for (Future<Integer> reader : readers) {
        assertTrue(reader.get() > 0, "a reader did nothing");
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void write() {
    EncodedBatch batch = new EncodedBatch();
    for (long first = 1; first <= WRITES; first += batch.count()) {
      batch.clear();
      for (int i = 0; i < 5; i++) {
        batch.put(key(number(first + i)), ByteBuffer.allocate(8).putLong(first + i).array());
      }
      batch.setFirstSequence(first);
      memtable.apply(batch.entries());
      published = first + batch.count() - 1;
    }
  }

  private int read(Random random) {
    long[] seen = new long[HOT_KEYS];
    int looks = 0;
    for (long now = 0; now < WRITES; now = published) {
      if (now == 0) {
        continue;
      }
      int hotKey = random.nextInt(HOT_KEYS);
      assertEquals(newest(hotKey, now), find(hotKey, now));
      long before = (long) (random.nextDouble() * now);
      assertEquals(newest(hotKey, before), find(hotKey, before));
      long latest = find(hotKey, EntryCursor.MAX_SEQUENCE);
      assertTrue(latest >= newest(hotKey, now), "older than what was published");
      assertTrue(latest >= seen[hotKey], "older than what was seen");
      seen[hotKey] = latest;
      long lastAdded = now - (now + 1) % 2;
      assertEquals(lastAdded, find(number(lastAdded), now));
      assertEquals(0, find(-1 - hotKey, now));
      looks++;
    }
    return looks;
  }

  /** The sequence of the entry that a lookup finds, or 0. */
  private long find(int number, long sequence) {
    FoundEntry found = new FoundEntry();
    byte[] key = key(number);
    if (!memtable.get(key, KeyHash.of(key, 0), sequence, found)) {
      return 0;
    }
    assertEquals(found.sequence(), ByteBuffer.wrap(found.copyValue()).getLong());
    return found.sequence();
  }
}
