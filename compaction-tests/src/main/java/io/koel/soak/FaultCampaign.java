package io.koel.soak;

import io.koel.crash.FaultHarness;
import io.koel.crash.FaultHarness.Trouble;
import java.io.IOException;

/** Storage calls fail. */
final class FaultCampaign implements Campaign {

  private static final int LIVES = 10;

  @Override
  public String name() {
    return "faults";
  }

  @Override
  public String counts() {
    return "lives amid faults";
  }

  @Override
  public long aim() {
    return 20_000;
  }

  @Override
  public long run(long unit, long seed, Tally tally) throws IOException {
    Trouble trouble = Trouble.values()[(int) (unit % Trouble.values().length)];
    FaultHarness harness = new FaultHarness(trouble, seed);
    for (int i = 0; i < LIVES; i++) {
      harness.life();
    }
    tally.add("storage faults", harness.faults());
    return LIVES;
  }
}
