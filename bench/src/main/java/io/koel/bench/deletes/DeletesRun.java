package io.koel.bench.deletes;

import io.koel.bench.workload.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
   * Runs all of it; the databases live below {@code scratch} while they are needed.
   *
   * @throws IOException also if a store gave a wrong answer
   */
  public Measures run(Path scratch, Listener listener) throws IOException {
    Files.createDirectories(scratch);
    for (Scenario scenario : plan.scenarios()) {
      for (int round = 0; round < plan.rounds(scenario); round++) {
        for (List<Column> group : plan.groups(scenario)) {
          String names = group.stream().map(Column::label).collect(Collectors.joining(", "));
          listener.started(++started, plan.runs(), scenario.label() + ", " + names);
          run(scenario, group, scratch);
        }
      }
    }
    return measures;
  }

  private void run(Scenario scenario, List<Column> group, Path scratch) throws IOException {
    List<Trial> trials = new ArrayList<>();
    for (Column column : group) {
      Path dir = scratch.resolve(scenario.label() + "-" + column.label());
      Folders.delete(dir);
      trials.add(new Trial(plan, scenario, column, dir, measures));
    }
    scenario.body().run(trials);
    for (Trial trial : trials) {
      Folders.delete(trial.dir());
    }
  }
}
