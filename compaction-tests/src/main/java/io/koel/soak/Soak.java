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
 * It ends with code 1 if anything failed.
 */
public final class Soak {

  private Soak() {}

  public static void main(String[] args) throws IOException {
    SoakOptions options;
    try {
      options = SoakOptions.parse(args, new Random().nextLong());
    } catch (IllegalArgumentException e) {
      System.err.println("soak: " + e.getMessage());
      System.exit(2);
      return;
    }
    Path scratch = Files.createTempDirectory("koel-soak-");
    boolean clean;
    try {
      List<Campaign> campaigns = Campaigns.in(scratch, options);
      clean = new SoakRun(campaigns, options, System.out).run();
    } finally {
      delete(scratch);
    }
    System.exit(clean ? 0 : 1);
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
