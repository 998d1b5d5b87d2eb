package io.koel.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The course of a soak: threads take units, always of the campaign that is furthest behind its aim,
 * so that all of them advance alike however long it takes. A failure is printed with all that is
 * needed to repeat it, and the soak goes on; a unit that hangs is a failure, and another thread
 * goes on in its place.
 */
final class SoakRun {

  private static final Duration PROGRESS = Duration.ofSeconds(30);

  /** The longest unit takes a few minutes on a busy machine. */
  private static final Duration HANG = Duration.ofMinutes(20);

  private final List<Progress> campaigns = new ArrayList<>();
  private final SoakOptions options;
  private final PrintStream out;
  private final Tally tally = new Tally();
  private final long start = System.nanoTime();
  private final Set<Unit> running = new LinkedHashSet<>();
  private int threads;

  /** Threads that have not ended and do not hang. */
  private int waitedFor;

  private int failures;
  private boolean summarised;

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
    long nanos;

    Progress(Campaign campaign) {
      this.campaign = campaign;
    }

    /** How much of the aim is reached, with units under way taken for as large as the others. */
    double share() {
      double perUnit = units == 0 ? 1 : (double) done / units;
      return (done + running * perUnit) / campaign.aim();
    }

    /** Whether one more unit ends in time, if it takes as long as the others. */
    boolean fits(Duration left) {
      return units == 0 || nanos / units <= left.toNanos();
    }
  }

  /** A unit under way. */
  private record Unit(Progress of, long number, long seed, Thread thread, long start) {}

  /** Returns whether nothing failed, and no campaign was left out for lack of time. */
  boolean run() {
    out.printf("soak for %s, seed %d%n", Soak.hours(options.time()), options.seed());
    synchronized (this) {
      for (int i = 0; i < options.threads(); i++) {
        startThread();
      }
    }
    try {
      while (awaitThreads()) {
        progress();
        giveUpOnHanging();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    summarise();
    return failures == 0 && notRun().isEmpty();
  }

  private void startThread() {
    Thread thread = new Thread(this::work, "soak-" + threads++);
    // One that hangs shall not keep the process.
    thread.setDaemon(true);
    thread.start();
    waitedFor++;
  }

  /** Waits a while; whether there is more to wait for. */
  private synchronized boolean awaitThreads() throws InterruptedException {
    if (waitedFor > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, PROGRESS.toNanos());
    }
    return waitedFor > 0;
  }

  private void work() {
    Unit unit = take();
    while (unit != null) {
      long done = 0;
      Throwable failure = null;
      try {
        done = unit.of.campaign.run(unit.number, unit.seed, tally);
      } catch (IOException | RuntimeException | Error e) {
        failure = e;
      }
      if (!end(unit, done, failure)) {
        return;
      }
      unit = take();
    }
    synchronized (this) {
      waitedFor--;
      notifyAll();
    }
  }

  private synchronized Unit take() {
    boolean single = options.unit() >= 0;
    Progress next = null;
    Duration left = options.time().minus(elapsed());
    if (summarised || (single ? started() : left.isNegative() || left.isZero())) {
      return null;
    }
    for (Progress p : campaigns) {
      if (p.fits(left) && (next == null || p.share() < next.share())) {
        next = p;
      }
    }
    if (next == null) {
      return null;
    }
    next.running++;
    long number = single ? options.unit() : next.nextUnit++;
    long seed = options.seed() * 0x9e3779b97f4a7c15L + next.campaign.name().hashCode() + number;
    Unit unit = new Unit(next, number, seed, Thread.currentThread(), System.nanoTime());
    running.add(unit);
    return unit;
  }

  private boolean started() {
    return campaigns.get(0).units + campaigns.get(0).running > 0;
  }

  /** A unit has ended; false if it was given up before, and its thread has been replaced. */
  private synchronized boolean end(Unit unit, long done, Throwable failure) {
    if (!running.remove(unit)) {
      return false;
    }
    if (summarised) {
      // Nothing counts any more, a failure least of all: its children may have been ended.
      return true;
    }
    unit.of.running--;
    unit.of.units++;
    unit.of.nanos += System.nanoTime() - unit.start;
    unit.of.done += done;
    if (failure != null) {
      failed(unit, failure);
    }
    return true;
  }

  private synchronized void giveUpOnHanging() {
    long longAgo = System.nanoTime() - HANG.toNanos();
    for (Unit unit : List.copyOf(running)) {
      if (unit.start < longAgo) {
        running.remove(unit);
        unit.of.running--;
        unit.of.units++;
        AssertionError hangs = new AssertionError("no end after " + Soak.hours(HANG));
        hangs.setStackTrace(unit.thread.getStackTrace());
        failed(unit, hangs);
        printOtherThreads();
        waitedFor--;
        startThread();
      }
    }
  }

  /** What a hanging unit waits for is done, or not, by other threads. */
  private void printOtherThreads() {
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      out.println(thread.getKey());
      for (StackTraceElement at : thread.getValue()) {
        out.println("\tat " + at);
      }
    }
  }

  private synchronized void progress() {
    StringBuilder line = new StringBuilder(Soak.hours(elapsed()));
    for (Progress p : campaigns) {
      line.append(String.format("  %s %,d", p.campaign.name(), p.done));
    }
    out.println(line.append("  failed ").append(failures));
  }

  private void failed(Unit unit, Throwable e) {
    failures++;
    Campaign campaign = unit.of.campaign;
    out.printf(
        "FAILED %s, unit %d; again: %s%n",
        campaign.name(), unit.number, campaign.again(options.seed(), unit.number, unit.seed));
    e.printStackTrace(out);
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /**
   * Says what was done, once: at the end, or when the process is stopped. Nothing counts after it.
   */
  synchronized void summarise() {
    if (summarised) {
      return;
    }
    summarised = true;
    Duration took = elapsed();
    boolean early =
        options.unit() < 0 && took.compareTo(options.time().multipliedBy(9).dividedBy(10)) < 0;
    out.printf("%nsoak of %s, seed %d%n", Soak.hours(took), options.seed());
    if (early) {
      out.printf("stopped before %s were over%n", Soak.hours(options.time()));
    }
    out.printf("%-14s %-34s %15s %15s %7s%n", "campaign", "what", "done", "full soak", "share");
    for (Progress p : campaigns) {
      Campaign c = p.campaign;
      print(c.name(), c.counts(), p.done, c.aim(), p.units == 0 ? " NOT RUN" : "");
    }
    for (Map.Entry<String, Long> entry : tally.counts().entrySet()) {
      print("", entry.getKey(), entry.getValue(), tally.aim(entry.getKey()), "");
    }
    List<String> notRun = notRun();
    String rest = failures > 0 ? "" : notRun.isEmpty() ? ", lost = 0" : ", lost = unknown";
    out.printf("failed = %d%s%n", failures, rest);
    if (!notRun.isEmpty()) {
      out.println("NOT RUN: " + String.join(", ", notRun));
    }
    out.flush();
  }

  /** Campaigns of which no unit has ended: of what they test, nothing is known. */
  private synchronized List<String> notRun() {
    return campaigns.stream().filter(p -> p.units == 0).map(p -> p.campaign.name()).toList();
  }

  private void print(String campaign, String what, long done, long aim, String remark) {
    out.printf("%-14s %-34s %,15d", campaign, what, done);
    if (aim > 0) {
      out.printf(" %,15d %6.1f%%", aim, 100.0 * done / aim);
    }
    out.println(remark);
  }
}
