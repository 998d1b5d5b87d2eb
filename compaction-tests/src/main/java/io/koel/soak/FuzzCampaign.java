package io.koel.soak;

import io.koel.fuzz.FuzzTarget;
import io.koel.fuzz.Fuzzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Jazzer looks for inputs that a reader of foreign bytes, or the command line, stumbles over. Each
 * unit goes round all targets, a process for each, so that all have the same time however long the
 * soak is. What Jazzer has found of a target so far is its start for the next time.
 */
final class FuzzCampaign implements Campaign {

  private static final String JAZZER = "com.code_intelligence.jazzer.Jazzer";
  private static final String COMMAND_LINE = "io.koel.bench.cli.CommandLineFuzzer";
  private static final Pattern RUNS = Pattern.compile("Done (\\d+) runs in");

  /** The class path of the command line, which is not among what these modules depend on. */
  private static final String COMMAND_LINE_CLASSES = "koel.fuzz.commandLine";

  private final Path scratch;
  private final long seconds;

  /**
   * Makes the campaign.
   *
   * @param soak how long all of it takes: a round is short in a short soak
   */
  FuzzCampaign(Path scratch, Duration soak) {
    this.scratch = scratch;
    this.seconds = Math.max(5, Math.min(20, soak.toSeconds() / 120));
  }

  @Override
  public String name() {
    return "fuzz";
  }

  @Override
  public String counts() {
    return "fuzz executions";
  }

  @Override
  public long aim() {
    return 20_000_000;
  }

  @Override
  public long run(long unit, long seed, Tally tally) throws IOException {
    long executions = 0;
    for (FuzzTarget target : FuzzTarget.values()) {
      executions += fuzz(target.name(), Fuzzer.class.getName(), unit, seed, tally);
    }
    return executions + fuzz("COMMAND_LINE", COMMAND_LINE, unit, seed, tally);
  }

  private long fuzz(String target, String entry, long unit, long seed, Tally tally)
      throws IOException {
    String name = target.toLowerCase(Locale.ROOT).replace('_', ' ');
    Path directory = scratch.resolve("fuzz-" + target);
    Path corpus = Files.createDirectories(directory.resolve("corpus"));
    Path output = directory.resolve("output-" + unit);
    JavaProcess process = new JavaProcess(directory, output).withProperty(Fuzzer.TARGET, target);
    if (entry.equals(COMMAND_LINE)) {
      process.withClassPath(System.getProperty(COMMAND_LINE_CLASSES));
    }
    boolean passed =
        process.run(
            JAZZER,
            List.of(
                "--target_class=" + entry,
                "--instrumentation_includes=io.koel.**",
                // They look for calls that none of our readers makes, and make it ten times slower.
                "--hooks=false",
                "-max_total_time=" + seconds,
                // libFuzzer's has 32 bits, and 0 stands for a random one.
                "-seed=" + (1 + Math.floorMod(seed, 1_000_000_000)),
                "-rss_limit_mb=0",
                corpus.toString()));
    String said = Files.readString(output);
    Matcher runs = RUNS.matcher(said);
    if (!passed || !runs.find()) {
      throw new AssertionError("fuzzing the " + name + ":\n" + said);
    }
    Files.delete(output);
    tally.add("fuzz executions: " + name, Long.parseLong(runs.group(1)));
    return Long.parseLong(runs.group(1));
  }
}
