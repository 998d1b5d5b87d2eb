package io.koel.faults;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.sst.StorageLockedException;
import io.koel.sst.WritableFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StrictStorageTest {

  private static final int SEEDS = 500;

  private final StrictStorage storage = new StrictStorage();

  @Test
  void afterPowerCut_syncedBytesAreAlwaysThere() throws IOException {
    byte[] synced = bytes(1300, 1);
    try (WritableFile file = storage.create("f")) {
      file.append(synced, 0, synced.length);
      file.sync();
      storage.syncDirectory();
      file.append(bytes(3000, 2), 0, 3000);
    }
    for (int seed = 0; seed < SEEDS; seed++) {
      byte[] found = storage.afterPowerCut(seed).content("f");
      assertArrayEquals(synced, Arrays.copyOf(found, synced.length), "seed " + seed);
    }
  }

  @Test
  void afterPowerCut_unsyncedBytesAreSometimesKeptZeroedGarbageAndCut() throws IOException {
    byte[] written = bytes(2048, 3);
    try (WritableFile file = storage.create("f")) {
      storage.syncDirectory();
      file.append(written, 0, written.length);
    }
    Set<String> fates = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      byte[] found = storage.afterPowerCut(seed).content("f");
      if (found.length < 512) {
        fates.add("cut");
      } else {
        byte[] sector = Arrays.copyOf(found, 512);
        boolean kept = Arrays.equals(sector, Arrays.copyOf(written, 512));
        boolean zeroed = Arrays.equals(sector, new byte[512]);
        fates.add(kept ? "kept" : zeroed ? "zeroed" : "garbage");
      }
    }
    assertEquals(Set.of("cut", "kept", "zeroed", "garbage"), fates);
  }

  @Test
  void afterPowerCut_unsyncedNamesAreSometimesUndone() throws IOException {
    storage.create("old").close();
    storage.syncDirectory();
    storage.create("new").close();
    storage.rename("old", "renamed");

    Set<List<String>> found = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      found.add(storage.afterPowerCut(seed).list());
    }

    assertEquals(
        Set.of(
            List.of("old"), List.of("new", "old"), List.of("renamed"), List.of("new", "renamed")),
        found);
  }

  @Test
  void afterPowerCut_syncedNamesStay() throws IOException {
    storage.create("a").close();
    storage.rename("a", "b");
    storage.syncDirectory();
    for (int seed = 0; seed < SEEDS; seed++) {
      assertEquals(List.of("b"), storage.afterPowerCut(seed).list());
    }
  }

  @Test
  void afterPowerCut_sameSeed_givesTheSame() throws IOException {
    try (WritableFile file = storage.create("f")) {
      file.append(bytes(5000, 4), 0, 5000);
    }
    storage.syncDirectory();
    assertArrayEquals(
        storage.afterPowerCut(11).content("f"), storage.afterPowerCut(11).content("f"));
  }

  @Test
  void cutPowerAtCall_thatCallAndAllLaterOnesFail() throws IOException {
    WritableFile file = storage.create("f");
    storage.cutPowerAtCall(storage.calls() + 2);
    file.append(bytes(10, 5), 0, 10);

    assertThrows(PowerCutException.class, file::sync);
    assertTrue(storage.isPowerOff());
    assertThrows(PowerCutException.class, () -> file.append(bytes(1, 6), 0, 1));
    assertThrows(PowerCutException.class, storage::list);
  }

  @Test
  void lock_heldOrReleasedTwice_isExclusive() throws IOException {
    var first = storage.lock("LOCK");
    assertThrows(StorageLockedException.class, () -> storage.lock("LOCK"));
    first.close();
    var second = storage.lock("LOCK");
    first.close();
    assertThrows(StorageLockedException.class, () -> storage.lock("LOCK"));
    second.close();
  }

  @Test
  void lockShared_byTwo_excludesLockUntilBothAreClosed() throws IOException {
    assertThrows(NoSuchFileException.class, () -> storage.lockShared("LOCK"));
    storage.lock("LOCK").close();
    var first = storage.lockShared("LOCK");
    var second = storage.lockShared("LOCK");
    first.close();
    first.close();
    assertThrows(StorageLockedException.class, () -> storage.lock("LOCK"));
    second.close();
    var alone = storage.lock("LOCK");
    assertThrows(StorageLockedException.class, () -> storage.lockShared("LOCK"));
    alone.close();
  }

  @Test
  void faulty_failedSyncThenSuccess_bytesAreLost() throws IOException {
    FaultyStorage faulty = new FaultyStorage(storage);
    WritableFile file = faulty.create("f");
    faulty.syncDirectory();
    byte[] written = bytes(512, 7);
    file.append(written, 0, 512);
    faulty.setPlan(FaultPlan.onceAt(1, (call, name) -> call == StorageCall.SYNC));

    assertThrows(IOException.class, file::sync);
    file.sync();

    boolean lost = false;
    for (int seed = 0; seed < SEEDS; seed++) {
      lost |= !Arrays.equals(written, storage.afterPowerCut(seed).content("f"));
    }
    assertTrue(lost);
    assertEquals(1, faulty.faults());
  }

  @Test
  void faulty_failedDirectorySyncThenSuccess_earlierNamesMayBeLost() throws IOException {
    FaultyStorage faulty = new FaultyStorage(storage);
    faulty.setPlan(FaultPlan.onceAt(1, (call, name) -> call == StorageCall.SYNC_DIRECTORY));
    faulty.create("early").close();
    faulty.create("moved").close();
    assertThrows(IOException.class, faulty::syncDirectory);
    faulty.create("late").close();
    faulty.rename("moved", "target");
    faulty.syncDirectory();
    faulty.syncDirectory();

    Set<List<String>> found = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      found.add(storage.afterPowerCut(seed).list());
    }
    assertEquals(Set.of(List.of("late", "target"), List.of("early", "late", "target")), found);
  }

  @Test
  void faulty_failedDeletions_haveHappenedEveryOtherTime() throws IOException {
    FaultyStorage faulty = new FaultyStorage(storage);
    faulty.letFailedChangesHappen(3);
    faulty.setPlan(FaultPlan.always((call, name) -> call == StorageCall.DELETE));
    for (int i = 0; i < 100; i++) {
      String name = "f" + i;
      faulty.create(name).close();
      assertThrows(IOException.class, () -> faulty.delete(name));
    }
    int left = storage.list().size();
    assertTrue(left > 20 && left < 80, left + " files");
  }

  @Test
  void faulty_fullDisk_refusesAppends() throws IOException {
    FaultyStorage faulty = new FaultyStorage(storage);
    faulty.setRoom(100);
    WritableFile file = faulty.create("f");
    file.append(bytes(100, 8), 0, 100);

    IOException e = assertThrows(IOException.class, () -> file.append(bytes(1, 9), 0, 1));
    assertTrue(e.getMessage().contains("No space left"), e.getMessage());
  }

  private static byte[] bytes(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
