package io.koel.soak;

import io.koel.fuzz.FuzzTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Jazzer looks for inputs that a reader of foreign bytes stumbles over, one target after the other,
 * in a process of its own. What it has found so far is its start for the next time.
 */
final class FuzzCampaign implements Campaign {

  private static final String TEST = "io.koel.fuzz.FormatFuzzTest";
  private static final Pattern RUNS = Pattern.compile("Done (\\d+) runs in");

  private final Path scratch;

  FuzzCampaign(Path scratch) {
    this.scratch = scratch;
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
    FuzzTarget target = FuzzTarget.values()[(int) (unit % FuzzTarget.values().length)];
    Path directory = Files.createDirectories(scratch.resolve("fuzz"));
    Path output = directory.resolve("output-" + unit);
    TestProcess process = new TestProcess(directory, output);
    boolean passed =
        process.run(List.of("--select-method=" + TEST + "#" + target.method() + "(byte[])"), true);
    String said = Files.readString(output);
    if (!passed) {
      throw new AssertionError("fuzzing " + target + ":\n" + said);
    }
    Matcher runs = RUNS.matcher(said);
    if (!runs.find()) {
      throw new AssertionError("fuzzing " + target + " tells no number of runs:\n" + said);
    }
    tally.add("fuzz executions of " + target, Long.parseLong(runs.group(1)));
    return Long.parseLong(runs.group(1));
  }
}
