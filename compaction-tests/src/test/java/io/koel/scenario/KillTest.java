package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.kill.KillHarness;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that writes is killed at random moments. */
class KillTest {

  private static final int ROUNDS = 10;

  /** An open may be over sooner than the kill comes, so that some tests need more rounds. */
  private static final int MAX_ROUNDS = 40;

  @TempDir Path directory;

  @Test
  void kill_atRandomMoments_losesNothingAcknowledged() throws IOException {
    long seed = Seeds.random("KillTest").nextLong();
    KillHarness harness = new KillHarness(directory.resolve("db"), seed);
    for (int i = 0; i < ROUNDS || harness.killsWhileOpening() == 0 && i < MAX_ROUNDS; i++) {
      harness.round();
    }
    System.out.println(
        harness.kills() + " kills, " + harness.killsWhileOpening() + " of them while opening");
    assertTrue(harness.steps() > 0, "nothing was written");
    assertTrue(harness.killsWhileOpening() > 0, "no kill fell into an open");
    assertTrue(harness.killsWhileOpening() < harness.kills(), "all kills fell into an open");
  }
}
