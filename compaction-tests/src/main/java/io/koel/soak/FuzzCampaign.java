package io.koel.soak;

import io.koel.fuzz.FuzzTarget;
import io.koel.fuzz.Fuzzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Jazzer looks for inputs that a reader of foreign bytes, or the command line, stumbles over. Each
 * unit goes round all targets, a process for each, so that all have the same time however long the
 * soak is. What Jazzer has found of a target so far is its start for the next time, and at first
 * the target's seeds are.
 *
 * <p>Targets differ by a factor of thousands in speed, so that each has an aim of its own. What
 * counts is the target that is furthest behind its aim: a sum would be reached by the fast ones.
 */
final class FuzzCampaign implements Campaign {

  private static final String JAZZER = "com.code_intelligence.jazzer.Jazzer";
  private static final String COMMAND_LINE_TARGET = "COMMAND_LINE";
  private static final String COMMAND_LINE = "io.koel.bench.cli.CommandLineFuzzer";
  private static final Pattern RUNS = Pattern.compile("Done (\\d+) runs in");

  /** The class path of the command line, which is not among what these modules depend on. */
  private static final String COMMAND_LINE_CLASSES = "koel.fuzz.commandLine";

  private static final long SHARES = 1_000;

  private final Path scratch;
  private final long seconds;
  private final Map<String, Long> executions = new HashMap<>();
  private long sharesCounted;

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
    return "thousandths of each fuzz aim";
  }

  @Override
  public long aim() {
    return SHARES;
  }

  /** How many executions a full soak has; each takes from a microsecond to a second. */
  private static long aim(String target) {
    return switch (target) {
      case COMMAND_LINE_TARGET -> 1_000;
      case "MANIFEST" -> 100_000;
      case "GENERATION" -> 300_000;
      case "TABLE" -> 400_000;
      case "LOG", "SPEC" -> 1_000_000;
      default -> 4_000_000;
    };
  }

  @Override
  public long run(long unit, long seed, Tally tally) throws IOException {
    for (FuzzTarget target : FuzzTarget.values()) {
      count(
          target.name(),
          fuzz(target.name(), Fuzzer.class.getName(), target.seeds(), unit, seed),
          tally);
    }
    count(
        COMMAND_LINE_TARGET, fuzz(COMMAND_LINE_TARGET, COMMAND_LINE, List.of(), unit, seed), tally);
    return sharesReached();
  }

  private synchronized void count(String target, long more, Tally tally) {
    executions.merge(target, more, Long::sum);
    tally.add("fuzz executions: " + words(target), more, aim(target));
  }

  /** By how many thousandths the target that is furthest behind its aim has advanced. */
  private synchronized long sharesReached() {
    long reached =
        executions.entrySet().stream()
            .mapToLong(e -> SHARES * e.getValue() / aim(e.getKey()))
            .min()
            .orElse(0);
    long more = reached - sharesCounted;
    sharesCounted = reached;
    return more;
  }

  private static String words(String target) {
    return target.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Jazzer's corpus of a target, which begins with its seeds. */
  private static Path corpus(Path directory, List<byte[]> seeds) throws IOException {
    Path corpus = directory.resolve("corpus");
    if (!Files.exists(corpus)) {
      Files.createDirectories(corpus);
      for (int i = 0; i < seeds.size(); i++) {
        Files.write(corpus.resolve("seed-" + i), seeds.get(i));
      }
    }
    return corpus;
  }

  private long fuzz(String target, String entry, List<byte[]> seeds, long unit, long seed)
      throws IOException {
    Path directory = scratch.resolve("fuzz-" + target);
    Path corpus = corpus(directory, seeds);
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
      throw new AssertionError("fuzzing the " + words(target) + ":\n" + said);
    }
    Files.delete(output);
    return Long.parseLong(runs.group(1));
  }
}
