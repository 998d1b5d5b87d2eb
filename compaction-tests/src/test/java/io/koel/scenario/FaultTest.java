package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.crash.FaultHarness;
import io.koel.crash.FaultHarness.Trouble;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Storage calls fail at random, in several ways. */
class FaultTest {

  private static final int LIVES = 60;

  @ParameterizedTest
  @EnumSource(Trouble.class)
  void faults_atRandom_everyAnswerIsRightOrAnError(Trouble trouble) throws IOException {
    long seed = Seeds.random("FaultTest " + trouble).nextLong();
    FaultHarness harness = new FaultHarness(trouble, seed);
    // Those that take long have all their steps, and are as long as several others.
    int lives = trouble == Trouble.LATENCY ? LIVES / 6 : LIVES;
    for (int i = 0; i < lives; i++) {
      harness.life();
    }
    System.out.println(
        trouble + ": " + harness.faults() + " faults, " + harness.operations() + " operations");
    assertTrue(harness.checkpoints() > 0, "no checkpoint was completed");
    if (trouble == Trouble.LATENCY) {
      assertEquals(0, harness.faults());
      assertTrue(harness.stalls() > 0 && harness.stalledNanos() > 0, "no writer was held up");
    } else {
      assertTrue(harness.faults() >= LIVES / 4, "only " + harness.faults() + " faults");
    }
  }
}
