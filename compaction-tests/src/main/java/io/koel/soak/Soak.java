package io.koel.soak;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
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
 * --scenario=NAME  with --call=N: just this power cut, 0 for none; needs --only=crash and --seed
 * --threads=N      as many as there are processors unless told
 * --report=FILE    gets all that is printed, too
 * </pre>
 *
 * It ends with code 1 if anything failed or a campaign was not run, with 2 if it was called
 * wrongly. When it is stopped from outside, it says what was done until then.
 */
public final class Soak {

  private Soak() {}

  public static void main(String[] args) throws IOException {
    int exit;
    try {
      SoakOptions options = SoakOptions.parse(args, new Random().nextLong());
      Path scratch = Files.createTempDirectory("koel-soak-");
      List<Campaign> campaigns = Campaigns.in(scratch, options);
      SoakRun run = new SoakRun(campaigns, options, out(options));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(run, scratch)));
      exit = run.run() ? 0 : 1;
    } catch (IllegalArgumentException e) {
      System.err.println("soak: " + e.getMessage());
      exit = 2;
    }
    System.exit(exit);
  }

  /** Who stops a soak may have stopped listening to it, so that a file is the safer place. */
  private static PrintStream out(SoakOptions options) throws IOException {
    if (options.report().isEmpty()) {
      return System.out;
    }
    Path report = Path.of(options.report()).toAbsolutePath();
    Files.createDirectories(report.getParent());
    return new PrintStream(new Copying(System.out, Files.newOutputStream(report)), true);
  }

  /** However the process ends, it leaves its summary, no children and no files. */
  private static void end(SoakRun run, Path scratch) {
    run.summarise();
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    try {
      delete(scratch);
    } catch (IOException | UncheckedIOException e) {
      // Threads that are still at work make files while others go.
      System.err.println("soak: " + scratch + " may not be wholly deleted: " + e);
    }
  }

  /** Bytes that go to two places. */
  private static final class Copying extends FilterOutputStream {

    private final OutputStream second;

    Copying(OutputStream first, OutputStream second) {
      super(first);
      this.second = second;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      second.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      second.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
      second.flush();
    }
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
