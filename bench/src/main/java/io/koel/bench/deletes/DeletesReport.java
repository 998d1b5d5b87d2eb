package io.koel.bench.deletes;

import io.koel.bench.report.Figures;
import io.koel.bench.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The measures as text: a table for each scenario, and the goals. */
public final class DeletesReport {

  private static final String GOAL_FORMAT = "%-8s %-62s %s%n";

  private final DeletesPlan plan;
  private final Measures measures;
  private final StringBuilder out = new StringBuilder();

  private DeletesReport(DeletesPlan plan, Measures measures) {
    this.plan = plan;
    this.measures = measures;
  }

  public static String of(DeletesPlan plan, Measures measures) {
    DeletesReport report = new DeletesReport(plan, measures);
    plan.scenarios().forEach(report::table);
    if (plan.columns().contains(Column.FULL)) {
      report.goals();
    }
    return report.out.toString();
  }

  private void table(Scenario scenario) {
    List<String> header = new ArrayList<>(List.of(""));
    List<Column> columns = plan.columns(scenario);
    columns.forEach(column -> header.add(column.label()));
    TextTable table = new TextTable(1, header.toArray(new String[0]));
    for (String name : measures.names(scenario)) {
      if (isEmptyLevel(scenario, name)) {
        continue;
      }
      List<Object> row = new ArrayList<>(List.of(name));
      for (Column column : columns) {
        double value = measures.value(scenario, column, name);
        row.add(measures.unit(scenario, name).format(value));
      }
      table.row(row.toArray());
    }
    heading(scenario.title());
    out.append(table);
  }

  /** Whether a row is of a level that has nothing in any column. */
  private boolean isEmptyLevel(Scenario scenario, String name) {
    return name.contains(", level ")
        && plan.columns().stream()
            .mapToDouble(column -> measures.value(scenario, column, name))
            .allMatch(value -> value == 0 || Double.isNaN(value));
  }

  /** What Koel's default setting is meant to reach. */
  private void goals() {
    heading("Goals of Koel's default setting");
    double deleted = full(Scenario.RANDOM_HALF, Trial.DELETED_READS);
    goal("disk reads per deleted key below 0.01", deleted, deleted < 0.01);
    double left = full(Scenario.RANDOM_HALF, Trial.TOMBSTONES) / (plan.entries() / 2.0);
    goal("share of tombstones left below 0.01", left, left < 0.01);
    double positives = full(Scenario.RANDOM_HALF, RandomHalf.AGAINST_BEFORE);
    goal("false positives against before at most 0.55", positives, positives <= 0.55);
    double growth = full(Scenario.QUEUE, Queue.SEEK_GROWTH);
    goal("queue's seek, last quarter to first, at most 1.25", growth, growth <= 1.25);
    for (Scenario scenario : plan.scenarios()) {
      if (scenario.isControl() && plan.columns().contains(Column.OFF)) {
        double kept = measures.ratio(scenario, Column.FULL, Column.OFF, Trial.OPERATIONS);
        goal(scenario.label() + ": throughput against off at least 0.98", kept, kept >= 0.98);
        double work = measures.ratio(scenario, Column.FULL, Column.OFF, ControlSide.PROCESSOR);
        goal(scenario.label() + ": processor time against off at most 1.02", work, work <= 1.02);
      }
    }
    double verified =
        plan.scenarios().stream()
            .mapToDouble(scenario -> full(scenario, Trial.VERIFIED))
            .filter(share -> !Double.isNaN(share))
            .max()
            .orElse(Double.NaN);
    goal("verification within its budget: share at most 1", verified, verified <= 1);
  }

  private double full(Scenario scenario, String name) {
    return measures.value(scenario, Column.FULL, name);
  }

  private void goal(String what, double value, boolean reached) {
    if (!Double.isNaN(value)) {
      out.append(
          String.format(
              Locale.ROOT,
              GOAL_FORMAT,
              reached ? "reached:" : "MISSED:",
              what,
              Figures.shortNumber(value)));
    }
  }

  private void heading(String title) {
    out.append('\n').append(title).append('\n').append("=".repeat(title.length())).append('\n');
  }
}
