package io.koel.engine.span;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.Seed;
import io.koel.engine.batch.EncodedBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EmptySpansTest {

  private static final int KEYS = 200;

  private final EmptySpans spans = new EmptySpans(() -> {});

  @Test
  void find_claimedOnce_isNotKnown() {
    claim(10, 20, 5, 5);
    assertNull(find(15, 5));
  }

  @Test
  void find_claimedAgainAfterTheWatchBegan_isKnown() {
    claim(10, 20, 5, 6);
    claim(10, 20, 6, 6);
    assertArrayEquals(key(20), find(10, 6).to());
    assertArrayEquals(key(20), find(19, 9).to());
    assertNull(find(20, 6));
    assertNull(find(9, 6));
  }

  @Test
  void find_claimThatReadBeforeTheWatchBegan_isNotKnown() {
    claim(10, 20, 5, 6);
    claim(10, 20, 5, 6);
    assertNull(find(15, 6));
  }

  @Test
  void find_readerOlderThanTheClaim_isNotForIt() {
    claim(10, 20, 5, 6);
    claim(10, 20, 8, 8);
    assertNull(find(15, 7));
    assertNotNull(find(15, 8));
  }

  @Test
  void find_afterPutInTheSpan_endsThere() {
    claim(10, 20, 5, 5);
    claim(10, 20, 5, 5);
    put(15);
    assertArrayEquals(key(15), find(12, 6).to());
    assertNull(find(15, 6));
    put(10);
    assertNull(find(10, 7));
  }

  @Test
  void find_putBetweenWatchAndClaim_endsThere() {
    claim(10, 20, 5, 5);
    put(17);
    claim(10, 20, 5, 6);
    assertArrayEquals(key(17), find(10, 6).to());
  }

  @Test
  void find_queueThatWanders_isFollowed() {
    for (int head = 20; head < 120; head += 10) {
      put(head + 30);
      claim(10, head, head, head);
    }
    assertArrayEquals(key(110), find(10, 200).to());
  }

  @Test
  void find_claimsThatBeginEarlierAndEarlier_areJoined() {
    for (int first = 100; first >= 10; first -= 10) {
      claim(first, 120, 500 - first, 500 - first);
    }
    assertArrayEquals(key(120), find(30, 1000).to());
  }

  @Test
  void find_moreSpansThanAreKept_keepsTheNewest() {
    for (int i = 0; i < 2 * 100; i += 2) {
      claim(i, i + 1, i, i);
      claim(i, i + 1, i, i);
    }
    assertNotNull(find(198, 1000));
    assertNull(find(0, 1000));
  }

  @Test
  void claim_nothingInIt_isIgnored() {
    claim(20, 20, 1, 1);
    claim(20, 10, 1, 1);
    claim(20, 10, 1, 1);
    assertNull(find(20, 5));
  }

  /** Whatever comes in whatever order, no reader may jump over an entry that it sees. */
  @Test
  void find_randomHistory_neverHidesAnEntry() {
    Random random = Seed.random("EmptySpansTest");
    int found = 0;
    for (int history = 0; history < 300; history++) {
      found += new History(random).run(400);
    }
    assertTrue(found > 10_000, found + " jumps were tried");
  }

  /** All versions of some keys, and spans that hear of the puts. */
  private static final class History {

    private final Random random;
    private final EmptySpans spans;
    private final List<List<Long>> puts = new ArrayList<>();
    private final List<List<Long>> deletes = new ArrayList<>();
    private long now;
    private int found;

    History(Random random) {
      this.random = random;
      spans = new EmptySpans(() -> {}, 1 + random.nextInt(8));
      for (int i = 0; i < KEYS; i++) {
        puts.add(new ArrayList<>());
        deletes.add(new ArrayList<>());
      }
    }

    int run(int steps) {
      for (int i = 0; i < steps; i++) {
        int kind = random.nextInt(10);
        if (kind < 3) {
          write(random.nextInt(KEYS), true);
        } else if (kind < 4) {
          int from = random.nextInt(KEYS);
          for (int k = from; k < Math.min(KEYS, from + random.nextInt(60)); k++) {
            write(k, false);
          }
        } else if (kind < 8) {
          claim();
        }
        // Claims may wait for a while.
        if (random.nextInt(3) > 0) {
          spans.learn(now);
        }
        check();
      }
      return found;
    }

    private void write(int k, boolean put) {
      now++;
      EncodedBatch batch = new EncodedBatch();
      if (put) {
        batch.put(key(k), new byte[1]);
      } else {
        batch.delete(key(k));
      }
      spans.watch(batch.entries());
      (put ? puts : deletes).get(k).add(now);
    }

    /** What a scan would find out that began a while ago. */
    private void claim() {
      long sequence = Math.max(0, now - (random.nextBoolean() ? 0 : random.nextInt(30)));
      int from = random.nextInt(KEYS);
      int to = from;
      while (to < KEYS && !isVisible(to, sequence)) {
        to++;
      }
      spans.claim(key(from), key(to), sequence);
    }

    private void check() {
      for (int i = 0; i < 10; i++) {
        int from = random.nextInt(KEYS);
        long sequence = Math.max(0, now - random.nextInt(40));
        EmptySpan span = spans.find(key(from), 0, 2, sequence);
        if (span != null) {
          found++;
          int to = (span.to()[0] & 0xff) << 8 | span.to()[1] & 0xff;
          for (int k = from; k < to; k++) {
            assertFalse(
                k < KEYS && isVisible(k, sequence),
                "key " + k + " is visible at " + sequence + ", now " + now);
          }
        }
      }
    }

    private boolean isVisible(int k, long sequence) {
      return last(puts.get(k), sequence) > last(deletes.get(k), sequence);
    }

    private static long last(List<Long> sequences, long upTo) {
      long last = -1;
      for (long sequence : sequences) {
        last = sequence <= upTo ? sequence : last;
      }
      return last;
    }
  }

  private void claim(int from, int to, long sequence, long now) {
    spans.claim(key(from), key(to), sequence);
    spans.learn(now);
  }

  private void put(int k) {
    EncodedBatch batch = new EncodedBatch();
    batch.put(key(k), new byte[1]);
    spans.watch(batch.entries());
  }

  private EmptySpan find(int k, long sequence) {
    return spans.find(key(k), 0, 2, sequence);
  }

  private static byte[] key(int k) {
    return new byte[] {(byte) (k >>> 8), (byte) k};
  }
}
