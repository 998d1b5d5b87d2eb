package io.koel.soak;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a soak is asked to do.
 *
 * @param time how long it may take
 * @param seed of everything
 * @param only names of campaigns, empty for all
 * @param unit the only unit to run, -1 for all
 * @param threads how many units run at once
 * @param report a file that gets all that is printed, empty for none
 * @param crashPoint the only place to cut the power at, null for all
 */
record SoakOptions(
    Duration time,
    long seed,
    List<String> only,
    long unit,
    int threads,
    String report,
    CrashPoint crashPoint) {

  /**
   * Where the power is cut.
   *
   * @param call of the scenario, counted from 1; 0 for no cut
   */
  record CrashPoint(String scenario, long call) {}

  private static final Set<String> NAMES =
      Set.of("minutes", "seed", "only", "unit", "scenario", "call", "threads", "report");

  static SoakOptions parse(String[] args, long defaultSeed) {
    Map<String, String> values = new HashMap<>();
    for (String arg : args) {
      int equals = arg.indexOf('=');
      if (!arg.startsWith("--") || equals < 0 || !NAMES.contains(arg.substring(2, equals))) {
        throw new IllegalArgumentException("unknown argument " + arg + ", known are --" + NAMES);
      }
      values.put(arg.substring(2, equals), arg.substring(equals + 1));
    }
    double minutes = Double.parseDouble(values.getOrDefault("minutes", "10"));
    String only = values.getOrDefault("only", "");
    SoakOptions options =
        new SoakOptions(
            Duration.ofMillis((long) (minutes * 60_000)),
            Long.parseLong(values.getOrDefault("seed", Long.toString(defaultSeed))),
            only.isEmpty() ? List.of() : List.of(only.split(",")),
            unit(values),
            Integer.parseInt(
                values.getOrDefault(
                    "threads", Integer.toString(Runtime.getRuntime().availableProcessors()))),
            values.getOrDefault("report", ""),
            crashPoint(values));
    if (options.unit >= 0 && options.only.size() != 1) {
      throw new IllegalArgumentException("--unit needs --only with one campaign");
    }
    if (options.crashPoint != null && !options.only.equals(List.of("crash"))) {
      throw new IllegalArgumentException("--scenario and --call need --only=crash");
    }
    if (minutes <= 0 || options.threads < 1) {
      throw new IllegalArgumentException("minutes and threads are more than 0");
    }
    return options;
  }

  /** One place to cut at is one unit. */
  private static long unit(Map<String, String> values) {
    return Long.parseLong(values.getOrDefault("unit", values.containsKey("call") ? "0" : "-1"));
  }

  private static CrashPoint crashPoint(Map<String, String> values) {
    if (values.containsKey("scenario") != values.containsKey("call")) {
      throw new IllegalArgumentException("--scenario and --call go together");
    }
    return values.containsKey("call")
        ? new CrashPoint(values.get("scenario"), Long.parseLong(values.get("call")))
        : null;
  }
}
