package io.koel.bench.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

  public PaperRun(PaperScale scale) {
    this(scale, new ForkedJobs());
  }

  PaperRun(PaperScale scale, Runner runner) {
    this.scale = scale;
    this.runner = runner;
  }

  /** Measures everything. */
  public PaperResult run(Listener listener) throws IOException {
    List<Point> points = new ArrayList<>();
    List<Job> jobs = Job.all(scale);
    for (int i = 0; i < jobs.size(); i++) {
      listener.started(i + 1, jobs.size(), jobs.get(i).toString());
      runner.run(jobs.get(i), scale, points::add);
    }
    return PaperResult.of(scale, points);
  }
}
