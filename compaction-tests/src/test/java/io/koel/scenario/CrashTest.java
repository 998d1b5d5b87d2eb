package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.crash.CrashHarness;
import io.koel.crash.Scenario;
import io.koel.crash.Scenarios;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A sample of the power cuts that a soak makes at every call. */
class CrashTest {

  private static final int POINTS = 30;
  private static final int SURVIVAL_SEEDS = 3;
  private static final int LAST_CALLS = 12;

  static List<Scenario> scenarios() {
    return Scenarios.all();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void powerCut_atSomeCalls_losesNothing(Scenario scenario) throws IOException {
    Random random = Seeds.random("CrashTest " + scenario.name());
    CrashHarness harness = new CrashHarness(scenario, random.nextInt(1 << 20));
    long calls = harness.calls();
    assertTrue(calls > POINTS, "only " + calls + " calls");
    for (int i = 0; i < POINTS; i++) {
      // One point in each stretch, so that all parts of the scenario are met.
      long from = calls * i / POINTS;
      long to = calls * (i + 1) / POINTS;
      harness.cutAt(1 + from + random.nextInt((int) (to - from)), SURVIVAL_SEEDS);
    }
    // And all of the end, where the last step has no other sync behind it that would hide a lack.
    for (long call = calls - LAST_CALLS; call <= calls; call++) {
      harness.cutAt(call, SURVIVAL_SEEDS);
    }
    System.out.println(scenario.name() + ": " + calls + " calls, " + harness.clones() + " clones");
  }
}
