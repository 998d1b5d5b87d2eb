package io.koel.bench.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A part of the evaluation that runs in a JVM of its own, so that what one filter has taught the
 * compiler does not help or harm another.
 *
 * @param kind what is measured
 * @param subject of which filter
 */
record Job(Kind kind, String subject) {

  enum Kind {
    /** Table 3 and the figures 5 to 8. */
    SPEED,
    /** Figure 2. */
    LOAD,
    /** The figures 3 and 4. */
    SPACE
  }

  /**
   * All of the evaluation. Filters are timed in several passes over all of them rather than several
   * times in a row, so that a while in which the machine is busy spoils one value of each, and not
   * all values of one.
   */
  static List<Job> all(PaperScale scale) {
    List<Job> jobs = new ArrayList<>();
    for (int pass = 0; pass < scale.passes(); pass++) {
      for (Contestant contestant : Contestant.values()) {
        jobs.add(new Job(Kind.SPEED, contestant.name()));
      }
    }
    jobs.add(new Job(Kind.LOAD, "cuckoo"));
    SpaceJob.FAMILIES.forEach(family -> jobs.add(new Job(Kind.SPACE, family)));
    return jobs;
  }

  void run(PaperScale scale, Consumer<Point> points) {
    switch (kind) {
      case SPEED -> new SpeedJob(Contestant.valueOf(subject), scale, points).run();
      case LOAD -> new LoadJob(scale, points).run();
      case SPACE -> new SpaceJob(subject, scale, points).run();
    }
  }

  @Override
  public String toString() {
    return switch (kind) {
      case SPEED -> Contestant.valueOf(subject).label() + ": table 3, figures 5 to 8";
      case LOAD -> "load of cuckoo filters: figure 2";
      case SPACE -> "space of " + subject + ": figures 3 and 4";
    };
  }
}
