package io.koel.bench.deletes;

import io.koel.bench.workload.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs a plan. */
public final class DeletesRun {

  /** Hears what is going on. */
  public interface Listener {
    void started(int number, int runs, String what);
  }

  private final DeletesPlan plan;
  private final Measures measures = new Measures();
  private int started;

  public DeletesRun(DeletesPlan plan) {
    this.plan = plan;
  }

  /**
   * Runs all of it; the databases live below {@code scratch} one at a time.
   *
   * @throws IOException also if a store gave a wrong answer
   */
  public Measures run(Path scratch, Listener listener) throws IOException {
    Files.createDirectories(scratch);
    for (Scenario scenario : plan.scenarios()) {
      // Columns take turns, so that a machine that grows slower does not do so for one of them.
      for (int round = 0; round < plan.rounds(scenario); round++) {
        for (Column column : plan.columns(scenario)) {
          String what = scenario.label() + ", " + column.label();
          listener.started(++started, plan.runs(), what);
          Path dir = scratch.resolve(scenario.label() + "-" + column.label());
          Folders.delete(dir);
          scenario.body().run(new Trial(plan, scenario, column, dir, measures));
          Folders.delete(dir);
        }
      }
    }
    return measures;
  }
}
