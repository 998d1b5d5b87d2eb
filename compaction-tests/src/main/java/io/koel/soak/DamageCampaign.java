package io.koel.soak;

import io.koel.crash.DamageHarness;
import io.koel.crash.DamageHarness.Outcome;
import io.koel.crash.DamageHarness.State;
import java.io.IOException;
import java.util.Random;

/** Every byte of one file of a small database is damaged in turn. */
final class DamageCampaign implements Campaign {

  @Override
  public String name() {
    return "damage";
  }

  @Override
  public String counts() {
    return "bytes flipped";
  }

  @Override
  public long aim() {
    return 100_000;
  }

  @Override
  public long run(long unit, long seed, Tally tally) throws IOException {
    Random random = new Random(seed);
    State state = State.values()[(int) (unit % State.values().length)];
    DamageHarness harness = new DamageHarness(state, seed);
    long flips = 0;
    for (String file : harness.database().list()) {
      int length = harness.database().content(file).length;
      int step = 1 + length / 300;
      for (int i = random.nextInt(step); i < length; i += step) {
        Outcome outcome = harness.flip(file, i, 1 + random.nextInt(255));
        tally.add("flips: " + outcome.name().toLowerCase().replace('_', ' '), 1);
        flips++;
      }
    }
    return flips;
  }
}
