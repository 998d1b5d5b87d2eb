package io.koel.soak;

import io.koel.sst.FileStorage;
import java.io.IOException;
import java.nio.file.Path;

/** Operations under which snapshots are always alive. */
final class SnapshotCampaign implements Campaign {

  private static final long OPERATIONS = 1_000_000;

  private final Path scratch;

  SnapshotCampaign(Path scratch) {
    this.scratch = scratch;
  }

  @Override
  public String name() {
    return "snapshots";
  }

  @Override
  public String counts() {
    return "operations with snapshots";
  }

  @Override
  public long aim() {
    return 200_000_000;
  }

  @Override
  public long run(long unit, long seed, Tally tally) throws IOException {
    Path directory = scratch.resolve("snapshots-" + unit);
    new SnapshotRun(FileStorage.create(directory), seed).play(OPERATIONS);
    Soak.delete(directory);
    return OPERATIONS;
  }
}
