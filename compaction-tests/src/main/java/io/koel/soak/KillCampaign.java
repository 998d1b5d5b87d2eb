package io.koel.soak;

import io.koel.kill.KillHarness;
import java.io.IOException;
import java.nio.file.Path;

/** A writing process is killed. */
final class KillCampaign implements Campaign {

  private static final int ROUNDS = 10;

  private final Path scratch;

  KillCampaign(Path scratch) {
    this.scratch = scratch;
  }

  @Override
  public String name() {
    return "kill";
  }

  @Override
  public String counts() {
    return "kills";
  }

  @Override
  public long aim() {
    return 2_000;
  }

  @Override
  public long run(long unit, long seed, Tally tally) throws IOException {
    Path directory = scratch.resolve("kill-" + unit);
    KillHarness harness = new KillHarness(directory, seed);
    for (int i = 0; i < ROUNDS; i++) {
      harness.round();
    }
    tally.add("kills during open", harness.killsWhileOpening(), 200);
    tally.add("steps written by killed processes", harness.steps());
    Soak.delete(directory);
    harness.deleteLog();
    return harness.kills();
  }
}
