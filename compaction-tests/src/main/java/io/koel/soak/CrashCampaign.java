package io.koel.soak;

import io.koel.crash.CrashHarness;
import io.koel.crash.Scenario;
import io.koel.crash.Scenarios;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The power is cut at every storage call of every scripted scenario, one call a unit, and at all of
 * them again with other seeds.
 */
final class CrashCampaign implements Campaign {

  private static final int SURVIVAL_SEEDS = 20;

  private final List<Scenario> scenarios = Scenarios.all();
  private final ConcurrentHashMap<Integer, Long> calls = new ConcurrentHashMap<>();

  @Override
  public String name() {
    return "crash";
  }

  @Override
  public String counts() {
    return "crash clones";
  }

  @Override
  public long aim() {
    return 50_000;
  }

  @Override
  public long run(long unit, long seed, Tally tally) throws IOException {
    int index = (int) (unit % scenarios.size());
    // A scenario of its own for each unit: it may remember something.
    CrashHarness harness = new CrashHarness(Scenarios.all().get(index), seed);
    Long last = calls.get(index);
    if (last == null) {
      last = harness.calls();
      calls.put(index, last);
    }
    // Background threads make the number of calls vary a little; a cut after the end is one too.
    harness.cutAt(call(unit / scenarios.size(), last), SURVIVAL_SEEDS);
    tally.add("crash points", 1);
    return harness.clones();
  }

  /**
   * The n-th call to cut at: all calls, each once before any comes again, and spread so that a
   * short soak meets all parts of a scenario.
   */
  static long call(long n, long calls) {
    long stride = Math.max(1, Math.round(calls * 0.618));
    while (gcd(stride, calls) != 1) {
      stride++;
    }
    return 1 + n % calls * stride % calls;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
