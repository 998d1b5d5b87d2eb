package io.koel.scenario;

import io.koel.soak.SnapshotRun;
import io.koel.sst.FileStorage;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compactions keep for each snapshot what it sees, and nothing of it changes. */
class SnapshotTest {

  private static final int OPERATIONS = 400_000;

  @TempDir Path directory;

  @Test
  void operations_withSnapshotsAlive_giveRightAnswers() throws IOException {
    long seed = Seeds.random("SnapshotTest").nextLong();
    new SnapshotRun(FileStorage.create(directory), seed).play(OPERATIONS);
  }
}
