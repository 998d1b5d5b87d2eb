package io.koel.bench.deletes;

import io.koel.bench.report.BarChart;
import io.koel.bench.report.BarChart.Bar;
import io.koel.bench.report.HtmlPage;
import java.util.ArrayList;
import java.util.List;

/**
 * A chart of the page: a few measures, column by column.
 *
 * @param unit what the bars are
 */
record DeletesChart(String title, String caption, String unit, List<Series> series) {

  /** A measure of a scenario. */
  record Series(Scenario scenario, String measure, String label) {}

  /** In the order of the page. */
  static final List<DeletesChart> ALL =
      List.of(
          new DeletesChart(
              "Disk reads per lookup",
              "After half of all keys were deleted at random.",
              "disk reads per lookup",
              List.of(
                  new Series(Scenario.RANDOM_HALF, Trial.DELETED_READS, "deleted"),
                  new Series(Scenario.RANDOM_HALF, Trial.NEVER_READS, "never there"),
                  new Series(Scenario.RANDOM_HALF, Trial.LIVE_READS, "live"))),
          new DeletesChart(
              "Tombstones left",
              "After half of all keys were deleted at random and each tombstone had its compaction;"
                  + " and at the end of a time to live.",
              "tombstones",
              List.of(
                  new Series(Scenario.RANDOM_HALF, Trial.TOMBSTONES, "random half"),
                  new Series(Scenario.TTL, Trial.TOMBSTONES, "time to live"))),
          new DeletesChart(
              "Disk reads per lookup of a deleted key",
              "While the oldest tenth is deleted again and again.",
              "disk reads per lookup",
              List.of(new Series(Scenario.TTL, Trial.DELETED_READS, "time to live"))),
          new DeletesChart(
              "A scan over a deleted range",
              "Entries that it steps over for each one that it gives.",
              "entries stepped over",
              List.of(new Series(Scenario.RANGE, DeletedRange.STEPPED_OVER, "range"))),
          new DeletesChart(
              "Where there is nothing to win",
              "The controls, from an empty store until all is at rest.",
              Trial.OPERATIONS,
              List.of(
                  new Series(Scenario.NO_DELETES, Trial.OPERATIONS, "no deletes"),
                  new Series(Scenario.ABSENT, Trial.OPERATIONS, "of absent keys"),
                  new Series(Scenario.SNAPSHOT, Trial.OPERATIONS, "under a snapshot"))));

  /** Adds the chart to the page, unless none of it was measured. */
  void draw(DeletesPlan plan, Measures measures, HtmlPage page) {
    List<Series> measured =
        series.stream().filter(each -> plan.scenarios().contains(each.scenario)).toList();
    if (measured.isEmpty()) {
      return;
    }
    BarChart chart = new BarChart(unit, measured.stream().map(Series::label).toList());
    for (Column column : plan.columns()) {
      List<Bar> bars = new ArrayList<>();
      for (int i = 0; i < measured.size(); i++) {
        double value = measures.value(measured.get(i).scenario, column, measured.get(i).measure);
        if (!Double.isNaN(value)) {
          bars.add(new Bar(i, value, Double.NaN, column.label() + ": " + value));
        }
      }
      if (!bars.isEmpty()) {
        chart.group(column.label(), bars);
      }
    }
    page.figure(title, caption, chart.toSvg());
  }
}
