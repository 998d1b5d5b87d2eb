package io.koel.soak;

import io.koel.crash.CrashHarness;
import io.koel.crash.Scenario;
import io.koel.crash.Scenarios;
import io.koel.soak.SoakOptions.CrashPoint;
import java.io.IOException;
import java.util.List;

/**
 * The power is cut at every storage call of every scripted scenario, one call a unit, and at all of
 * them again with other seeds. Scenarios get units by the number of their calls, so that one with
 * many is not left half done where others are done twice.
 */
final class CrashCampaign implements Campaign {

  private static final int SURVIVAL_SEEDS = 20;

  /** Seeds and threads make a scenario's calls vary: the most of so many plays are cut at. */
  private static final int COUNTS = 5;

  /** Every call of all scenarios is some 3,500; a full soak has each. */
  private static final long AIM = 75_000;

  private final SoakOptions options;

  /** Where in the numbers of all calls each scenario's begin, and the number of all; made once. */
  private long[] starts;

  CrashCampaign(SoakOptions options) {
    this.options = options;
    if (options.crashPoint() != null) {
      // A wrong name is told at once.
      Scenarios.named(options.crashPoint().scenario());
    }
  }

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
    return AIM;
  }

  @Override
  public long run(long unit, long seed, Tally tally) throws IOException {
    CrashPoint given = options.crashPoint();
    if (given != null) {
      return cut(given, options.seed());
    }
    CrashPoint point = point(unit);
    long clones = cut(point, seed);
    tally.add("crash points: " + point.scenario(), 1, calls(point.scenario()));
    return clones;
  }

  /** Cuts at one place, as a seed decides; gives the number of clones. */
  private static long cut(CrashPoint point, long seed) throws IOException {
    // Scenarios of its own for each unit: they may remember something.
    CrashHarness harness = new CrashHarness(Scenarios.named(point.scenario()), seed);
    if (point.call() == 0) {
      harness.calls();
    } else {
      // In a play with fewer calls this may be after the end, which is a cut too.
      harness.cutAt(point.call(), SURVIVAL_SEEDS);
    }
    return harness.clones();
  }

  /** How many calls a run has varies, and with it the unit; so a failure is told by its call. */
  @Override
  public String again(long soakSeed, long unit, long seed) {
    CrashPoint given = options.crashPoint();
    if (given != null) {
      return CrashHarness.command(Scenarios.named(given.scenario()), soakSeed, given.call());
    }
    try {
      CrashPoint point = point(unit);
      return CrashHarness.command(Scenarios.named(point.scenario()), seed, point.call());
    } catch (IOException | AssertionError e) {
      return "no calls could be counted, see below";
    }
  }

  private CrashPoint point(long unit) throws IOException {
    List<Scenario> scenarios = Scenarios.all();
    long[] starts = starts();
    long calls = starts[scenarios.size()];
    // By the soak's seed, so that short soaks add up.
    long first = Math.floorMod(options.seed(), calls);
    long call = call(first + unit, calls) - 1;
    int index = 0;
    while (call >= starts[index + 1]) {
      index++;
    }
    return new CrashPoint(scenarios.get(index).name(), 1 + call - starts[index]);
  }

  private long calls(String scenario) throws IOException {
    List<String> names = Scenarios.all().stream().map(Scenario::name).toList();
    int index = names.indexOf(scenario);
    return starts()[index + 1] - starts()[index];
  }

  private synchronized long[] starts() throws IOException {
    if (starts == null) {
      int scenarios = Scenarios.all().size();
      long[] sums = new long[scenarios + 1];
      for (int i = 0; i < scenarios; i++) {
        long most = 0;
        for (int seed = 0; seed < COUNTS; seed++) {
          most = Math.max(most, new CrashHarness(Scenarios.all().get(i), seed).calls());
        }
        sums[i + 1] = sums[i] + most;
      }
      starts = sums;
    }
    return starts;
  }

  /**
   * The n-th call to cut at: all calls, each once before any comes again, and spread so that a
   * short soak meets all scenarios, and all parts of each.
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
