package io.koel.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Options;
import io.koel.Stats;
import io.koel.crash.CrashHarness;
import io.koel.crash.Player;
import io.koel.crash.Scenario;
import io.koel.crash.Scenarios;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrashCampaignTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 10, 255, 256, 997, 1000})
  void call_ofEveryUnit_isEveryCallOnce(long calls) {
    Set<Long> seen = new HashSet<>();
    for (long n = 0; n < calls; n++) {
      long call = CrashCampaign.call(n, calls);
      assertTrue(call >= 1 && call <= calls, "call " + call);
      seen.add(call);
    }
    assertEquals(calls, seen.size());
  }

  /** What a failure prints must lead to the same power cut, however many calls are counted then. */
  @ParameterizedTest
  @ValueSource(strings = {"log-roll-and-flush", "open-after-crash"})
  void again_asPrinted_cutsAtThatCall(String scenario) throws IOException {
    String command = CrashHarness.command(Scenarios.named(scenario), 42, 17);
    String[] args = command.replaceFirst(".*-Pargs=\"(.*)\"", "$1 --seed=42").split(" ");
    CrashCampaign campaign = new CrashCampaign(SoakOptions.parse(args, 1));

    assertEquals(20, campaign.run(0, 5, new Tally()));
    assertEquals(command, campaign.again(42, 0, 5));
  }

  @Test
  void again_ofAFailingCut_isInTheFailure() {
    CrashHarness harness = new CrashHarness(new FailingScenario(), 42);
    String command =
        "again: ./gradlew soak -Pseed=42 -Pargs=\"--only=crash --scenario=fails --call=";
    AssertionError atCut = assertThrows(AssertionError.class, () -> harness.cutAt(1_000_000, 1));
    assertTrue(atCut.getMessage().endsWith(command + "1000000\""), atCut.getMessage());
    AssertionError uncut = assertThrows(AssertionError.class, harness::calls);
    assertTrue(uncut.getMessage().endsWith(command + "0\""), uncut.getMessage());
  }

  /** As when opening finds what is no prefix of the history, before any survivor is judged. */
  private static final class FailingScenario implements Scenario {

    @Override
    public String name() {
      return "fails";
    }

    @Override
    public Options options() {
      return Options.defaults().withMemtableBytes(64 << 10);
    }

    @Override
    public void prepare(Player player) throws IOException {
      player.open();
    }

    @Override
    public void play(Player player) {
      throw new AssertionError("not what was written");
    }

    @Override
    public void requireCovered(Player player, Stats stats) {}
  }
}
