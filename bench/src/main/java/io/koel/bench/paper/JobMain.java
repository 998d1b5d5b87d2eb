package io.koel.bench.paper;

/**
 * Runs one job and prints its points: {@code KIND SUBJECT SCALE}. Started by {@link ForkedJobs}.
 */
public final class JobMain {

  private JobMain() {}

  public static void main(String[] args) {
    Job job = new Job(Job.Kind.valueOf(args[0]), args[1]);
    job.run(PaperScale.valueOf(args[2]), point -> System.out.println(point.line()));
  }
}
