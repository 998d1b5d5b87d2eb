package io.koel.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Runs all campaigns, or some, for a number of minutes.
 *
 * <pre>
 * --minutes=N      how long, 10 unless told
 * --seed=N         of everything; printed if not given
 * --only=A,B       these campaigns
 * --unit=N         just this unit, to repeat a failure; needs --only and --seed
 * --threads=N      as many as there are processors unless told
 * </pre>
 *
 * It ends with code 1 if anything failed, with 2 if it was called wrongly.
 */
public final class Soak {

  private Soak() {}

  public static void main(String[] args) throws IOException {
    int exit;
    Path scratch = Files.createTempDirectory("koel-soak-");
    try {
      SoakOptions options = SoakOptions.parse(args, new Random().nextLong());
      List<Campaign> campaigns = Campaigns.in(scratch, options);
      exit = new SoakRun(campaigns, options, System.out).run() ? 0 : 1;
    } catch (IllegalArgumentException e) {
      System.err.println("soak: " + e.getMessage());
      exit = 2;
    } finally {
      delete(scratch);
    }
    System.exit(exit);
  }

  /** Deletes a directory with all that is in it. */
  static void delete(Path scratch) throws IOException {
    try (Stream<Path> files = Files.walk(scratch)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  static String hours(Duration time) {
    return String.format(
        "%d:%02d:%02d", time.toHours(), time.toMinutesPart(), time.toSecondsPart());
  }
}
