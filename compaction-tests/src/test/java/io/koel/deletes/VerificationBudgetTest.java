package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.faults.StorageCall;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is read to verify never exceeds its share of what compactions read anyway, and no generation
 * is written that does not pay.
 */
class VerificationBudgetTest {

  private static final int KEYS = 999;

  @Test
  void noBudget_noReads_tombstonesStay() throws IOException {
    try (TwoLevels store = TwoLevels.filled(TwoLevels.OPTIONS.withVerificationPercent(0), KEYS)) {
      store.deleteEach(0, KEYS, 20);
      store.settle();

      assertEquals(0, store.tombstones().verificationReads());
      assertEquals(0, store.tombstones().keysMarked());
      assertTrue(store.tombstones().verificationsOverBudget() > 0);
      assertTrue(store.tombstonesStored() > 0);
      store.check(KEYS);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 50, 100, 300})
  void budget_isNeverExceeded(int percent) throws IOException {
    var options = TwoLevels.OPTIONS.withVerificationPercent(percent);
    try (TwoLevels store = TwoLevels.filled(options, KEYS)) {
      for (int round = 0; round < 5; round++) {
        long readBefore = store.db.stats().background().bytesRead();
        long verifiedBefore = store.tombstones().verificationBytes();
        store.deleteEach(round, KEYS, 7);
        store.settle();
        long read = store.db.stats().background().bytesRead() - readBefore;
        long verified = store.tombstones().verificationBytes() - verifiedBefore;
        assertTrue(verified * 100 <= read * percent, verified + " for " + read);
      }
      store.check(KEYS);
    }
  }

  /** Tombstones of keys between those that are there, also between two blocks. */
  @Test
  void keysBetweenBlocks_readNoBlockTwice() throws IOException {
    assertEquals(readsToDelete(false), readsToDelete(true));
  }

  private static long readsToDelete(boolean alsoBetween) throws IOException {
    // Without filters, so that every tombstone is looked for.
    try (TwoLevels store = new TwoLevels(TwoLevels.OPTIONS.withFilterPolicy("none"))) {
      for (int i = 0; i < 10 * KEYS; i += 10) {
        store.put(i);
      }
      store.db.compact();
      store.settle();
      for (int i = 0; i < 10 * KEYS; i += 20) {
        store.delete(i);
        if (alsoBetween) {
          store.delete(i + 1);
        }
      }
      store.settle();
      assertEquals(KEYS / 2 + 1, store.tombstones().keysMarked());
      assertEquals(0, store.tombstonesStored());
      store.check(10 * KEYS);
      return store.tombstones().verificationReads();
    }
  }

  /** Nothing is read of a filter that cannot forget, and nothing is asked for it. */
  @ParameterizedTest
  @ValueSource(strings = {"bloom(bits=4)", "ribbon(bits=4)"})
  void filterThatCannotForget_costsNothing(String filter) throws IOException {
    var options = TwoLevels.OPTIONS.withTableBytes(1 << 20).withFilterPolicy(filter);
    try (TwoLevels store = TwoLevels.filled(options, 10 * KEYS)) {
      AtomicInteger filtersRead = countFiltersRead(store);
      // Their dead set pays; with the filter it would not.
      store.deleteEach(500, 505, 1);
      store.settle();
      assertEquals(5, store.tombstones().keysMarked());
      assertEquals(0, store.tombstonesStored());
      assertEquals(0, filtersRead.get());
      store.check(10 * KEYS);
    }
  }

  /** The filter of a table that nobody has marked yet is read from disk to be changed. */
  @ParameterizedTest
  @ValueSource(ints = {100, 300})
  void filterToChange_overBudget_isNotRead_tombstonesStay(int percent) throws IOException {
    try (TwoLevels store = largeTable(percent)) {
      AtomicInteger filtersRead = countFiltersRead(store);
      store.deleteEach(450, 551, 1);
      store.settle();

      assertEquals(0, filtersRead.get());
      assertEquals(0, store.tombstones().keysMarked());
      assertEquals(101, store.tombstonesStored());
      assertTrue(store.tombstones().verificationsOverBudget() >= 101);
      store.check(10 * KEYS);
    }
  }

  @Test
  void filterToChange_withinBudget_isCounted() throws IOException {
    try (TwoLevels store = largeTable(10_000)) {
      AtomicInteger filtersRead = countFiltersRead(store);
      long filterBytes = store.level(TwoLevels.LAST).filterBytes();
      store.deleteEach(450, 551, 1);
      store.settle();

      assertEquals(1, filtersRead.get());
      assertEquals(101, store.tombstones().keysMarked());
      long dataBytes = store.tombstones().verificationBytes() - filterBytes;
      assertTrue(dataBytes > 0 && dataBytes < filterBytes, dataBytes + " bytes of data");
      store.check(10 * KEYS);
    }
  }

  /** A table whose filter has about four times the bytes that a hundred tombstones have. */
  private static TwoLevels largeTable(int percent) throws IOException {
    var options = TwoLevels.OPTIONS.withTableBytes(1 << 20).withVerificationPercent(percent);
    return TwoLevels.filled(options, 10 * KEYS);
  }

  private static AtomicInteger countFiltersRead(TwoLevels store) {
    AtomicInteger filtersRead = new AtomicInteger();
    store.storage.setPlan(
        (call, name) -> {
          if (call == StorageCall.READ && isReadingFilterToMark()) {
            filtersRead.incrementAndGet();
          }
        });
    return filtersRead;
  }

  private static boolean isReadingFilterToMark() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(f -> f.getMethodName().equals("exactFilterBlock")));
  }

  @Test
  void generation_ofALargeTable_waitsForMoreThanAHandfulOfTombstones() throws IOException {
    var one = TwoLevels.OPTIONS.withTableBytes(1 << 20);
    try (TwoLevels store = TwoLevels.filled(one, 10 * KEYS)) {
      assertEquals(1, store.level(TwoLevels.LAST).tables());
      store.delete(500);
      store.settle();
      assertEquals(0, store.tombstones().generationsWritten());
      assertEquals(1, store.tombstonesStored());
      store.check(KEYS);

      // On both sides of the first one, so that it comes along.
      store.deleteEach(450, 500, 1);
      store.deleteEach(501, 551, 1);
      store.settle();
      assertEquals(1, store.tombstones().generationsWritten());
      assertEquals(101, store.tombstones().keysMarked());
      assertEquals(0, store.tombstonesStored());
      store.check(KEYS);
    }
  }
}
