package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.FilterDeletes;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values come in the order of their keys, live for a while and are deleted. They are large and
 * their tombstones small, so that the tombstones of much more than is alive have room in a level;
 * and newer tables always go down for less. The values' space must come back all the same.
 */
class SpaceOfDeletedValuesTest {

  private static final int VALUE_BYTES = 5_000;
  private static final int LIVING = 1_000;
  private static final int ROUNDS = 100;
  private static final int ROUNDS_OF_SNAPSHOT = 5;
  private static final int PUTS_OF_ROUND = 50;

  private static final Options OPTIONS =
      Options.defaults()
          .withMemtableBytes(256 << 10)
          .withTableBytes(256 << 10)
          .withLevelBaseBytes(1 << 20)
          .withBlockCacheBytes(0);

  @ParameterizedTest
  @CsvSource({"OFF,false", "ELIDE,false", "DEAD_SET,true", "FULL,false", "FULL,true"})
  void size_ofValuesThatComeAndGo_isNearThatOfTheLiving(FilterDeletes setting, boolean snapshots)
      throws IOException {
    try (Koel db = Koel.open(new StrictStorage(), OPTIONS.withFilterDeletes(setting))) {
      Snapshot snapshot = null;
      for (int round = 0; round < ROUNDS; round++) {
        for (int i = round * PUTS_OF_ROUND; i < (round + 1) * PUTS_OF_ROUND; i++) {
          db.put(TwoLevels.key(i), new byte[VALUE_BYTES]);
          if (i >= LIVING) {
            db.delete(TwoLevels.key(i - LIVING));
          }
        }
        db.awaitIdle();
        if (snapshots && round % ROUNDS_OF_SNAPSHOT == 0) {
          // There is always one, older than some of the deletes.
          Snapshot newer = db.snapshot();
          if (snapshot != null) {
            snapshot.close();
          }
          snapshot = newer;
        }
      }
      long bytes = db.stats().sizeInBytes();
      if (snapshot != null) {
        snapshot.close();
      }
      db.compact();
      long bytesOfLiving = db.stats().sizeInBytes();
      assertTrue(bytes < 2 * bytesOfLiving, bytes + " bytes, of which live " + bytesOfLiving);
    }
  }
}
