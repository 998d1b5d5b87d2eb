package io.koel.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The course of a soak: threads take units, always of the campaign that is furthest behind its aim,
 * so that all of them advance alike however long it takes. A failure is printed with all that is
 * needed to repeat it, and the soak goes on.
 */
final class SoakRun {

  private static final long PROGRESS_SECONDS = 30;

  private final List<Progress> campaigns = new ArrayList<>();
  private final SoakOptions options;
  private final PrintStream out;
  private final Tally tally = new Tally();
  private final long start = System.nanoTime();
  private long nextProgress = start;
  private int failures;

  SoakRun(List<Campaign> campaigns, SoakOptions options, PrintStream out) {
    campaigns.forEach(c -> this.campaigns.add(new Progress(c)));
    this.options = options;
    this.out = out;
  }

  /** One campaign's state. Guarded by the run. */
  private static final class Progress {

    final Campaign campaign;
    long nextUnit;
    long running;
    long done;
    long units;

    Progress(Campaign campaign) {
      this.campaign = campaign;
    }

    /** How much of the aim is reached, with units under way taken for as large as the others. */
    double share() {
      double perUnit = units == 0 ? 1 : (double) done / units;
      return (done + running * perUnit) / campaign.aim();
    }
  }

  private record Unit(Progress of, long number, long seed) {}

  /** Returns whether nothing failed. */
  boolean run() {
    out.printf("soak for %s, seed %d%n", Soak.hours(options.time()), options.seed());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < options.threads(); i++) {
      Thread thread = new Thread(this::work, "soak-" + i);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
    summarise();
    return failures == 0;
  }

  private void work() {
    for (Unit unit = take(); unit != null; unit = take()) {
      long done = 0;
      try {
        done = unit.of.campaign.run(unit.number, unit.seed, tally);
      } catch (IOException | RuntimeException | Error e) {
        failed(unit, e);
      }
      end(unit, done);
    }
  }

  private synchronized Unit take() {
    boolean single = options.unit() >= 0;
    Progress next = campaigns.get(0);
    if (single ? next.units + next.running > 0 : elapsed().compareTo(options.time()) >= 0) {
      return null;
    }
    for (Progress p : campaigns) {
      next = p.share() < next.share() ? p : next;
    }
    next.running++;
    long number = single ? options.unit() : next.nextUnit++;
    long seed = options.seed() * 0x9e3779b97f4a7c15L + next.campaign.name().hashCode() + number;
    return new Unit(next, number, seed);
  }

  private synchronized void end(Unit unit, long done) {
    unit.of.running--;
    unit.of.units++;
    unit.of.done += done;
    if (System.nanoTime() >= nextProgress) {
      nextProgress += Duration.ofSeconds(PROGRESS_SECONDS).toNanos();
      StringBuilder line = new StringBuilder(Soak.hours(elapsed()));
      for (Progress p : campaigns) {
        line.append(String.format("  %s %,d", p.campaign.name(), p.done));
      }
      out.println(line.append("  failed ").append(failures));
    }
  }

  private synchronized void failed(Unit unit, Throwable e) {
    failures++;
    String name = unit.of.campaign.name();
    out.printf(
        "FAILED %s, unit %d; again: ./gradlew soak -Pseed=%d -Pargs=\"--only=%s --unit=%d\"%n",
        name, unit.number, options.seed(), name, unit.number);
    e.printStackTrace(out);
  }

  private synchronized Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private synchronized void summarise() {
    out.printf("%nsoak of %s, seed %d%n", Soak.hours(elapsed()), options.seed());
    out.printf("%-14s %-34s %15s %15s %7s%n", "campaign", "what", "done", "full soak", "share");
    for (Progress p : campaigns) {
      Campaign c = p.campaign;
      out.printf(
          "%-14s %-34s %,15d %,15d %6.1f%%%n",
          c.name(), c.counts(), p.done, c.aim(), 100.0 * p.done / c.aim());
    }
    for (Map.Entry<String, Long> entry : tally.counts().entrySet()) {
      out.printf("%-14s %-34s %,15d%n", "", entry.getKey(), entry.getValue());
    }
    out.printf("failed = %d%s%n", failures, failures == 0 ? ", lost = 0" : "");
  }
}
