package io.koel.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SnapshotsTest {

  private final Snapshots snapshots = new Snapshots();

  @Test
  void sequences_areAscendingAndOnce() {
    snapshots.begin(() -> 9);
    snapshots.begin(() -> 5);
    snapshots.begin(() -> 9);
    assertArrayEquals(new long[] {5, 9}, snapshots.sequences());
    assertEquals(3, snapshots.size());
    snapshots.end(9);
    assertArrayEquals(new long[] {5, 9}, snapshots.sequences());
  }

  /** Else a compaction could miss a snapshot that has read its sequence and is not listed yet. */
  @Test
  @Timeout(60)
  void sequences_whileASnapshotReadsItsOwn_waitForIt() throws Exception {
    FutureTask<long[]> listing = new FutureTask<>(snapshots::sequences);
    Thread compaction = new Thread(listing);
    snapshots.begin(
        () -> {
          compaction.start();
          while (compaction.getState() != Thread.State.BLOCKED && !listing.isDone()) {
            Thread.onSpinWait();
          }
          return 7;
        });
    assertArrayEquals(new long[] {7}, listing.get());
  }

  @Test
  void allSee_whatIsOlderThanEverySnapshot() {
    assertTrue(snapshots.allSee(8));
    snapshots.begin(() -> 7);
    assertTrue(snapshots.allSee(7));
    assertFalse(snapshots.allSee(8));
  }

  @Test
  void end_ofTheSnapshotThatStoodInTheWay_saysSoOnce() {
    snapshots.begin(() -> 5);
    snapshots.begin(() -> 6);
    snapshots.begin(() -> 8);
    assertFalse(snapshots.allSee(8));
    assertFalse(snapshots.end(5), "6 is still in the way");
    assertTrue(snapshots.end(6));
    assertFalse(snapshots.end(8), "it has been said");
  }

  @Test
  void end_thatNobodyWaitsFor_saysNothing() {
    snapshots.begin(() -> 5);
    assertTrue(snapshots.allSee(4));
    assertFalse(snapshots.end(5));
  }
}
