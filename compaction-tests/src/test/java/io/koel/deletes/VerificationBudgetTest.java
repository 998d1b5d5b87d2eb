package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read to verify never exceeds its share of what compactions read anyway. */
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
}
