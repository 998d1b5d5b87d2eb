package io.koel.bench.paper;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** All of the evaluation, one job after the other. */
public final class PaperRun {

  /** How a job gets run. */
  interface Runner {
    void run(Job job, PaperScale scale, Consumer<Point> points) throws IOException;
  }

  /** Hears how far the work has come. */
  public interface Listener {
    /** Said before each job. */
    void started(int number, int jobs, String job);
  }

  private final PaperScale scale;
  private final Runner runner;
  private final InstantSource clock;

  public PaperRun(PaperScale scale) {
    this(scale, new ForkedJobs(), InstantSource.system());
  }

  PaperRun(PaperScale scale, Runner runner, InstantSource clock) {
    this.scale = scale;
    this.runner = runner;
    this.clock = clock;
  }

  /** Measures everything. */
  public PaperResult run(Listener listener) throws IOException {
    List<Point> points = new ArrayList<>();
    List<Job> jobs = Job.all(scale);
    Set<Job> done = new HashSet<>();
    Instant overdue = clock.instant().plus(scale.noPassAfter());
    boolean isOverdue = false;
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      boolean isFirstOfPass = job.equals(jobs.get(0));
      isOverdue |= isFirstOfPass && clock.instant().isAfter(overdue);
      if (isOverdue && done.contains(job)) {
        continue;
      }
      listener.started(i + 1, jobs.size(), job.toString());
      runner.run(job, scale, points::add);
      done.add(job);
    }
    return PaperResult.of(scale, points);
  }
}
