package io.koel.bench.deletes;

import io.koel.bench.report.HtmlPage;
import io.koel.bench.report.Json;
import io.koel.bench.report.ReportFile;
import io.koel.bench.report.ScatterPlot;
import io.koel.bench.report.ScatterPlot.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a run leaves behind: the report as text, every figure as CSV, and a page with plots. */
public final class DeletesFiles {

  private static final List<String> COLOURS =
      List.of("#8a94a0", "#b8860b", "#3a86c8", "#0b8a7d", "#d1495b", "#5f7d4f", "#e07a3f");

  private DeletesFiles() {}

  /** Writes everything into a folder, which need not be there yet. */
  public static void write(DeletesPlan plan, Measures measures, String report, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    ReportFile.write(folder.resolve("report.txt"), report);
    ReportFile.write(folder.resolve("deletes.csv"), csv(measures));
    ReportFile.write(folder.resolve("report.html"), page(plan, measures, report));
    if (!measures.seeks().isEmpty()) {
      ReportFile.write(folder.resolve("queue.csv"), seeks(measures));
    }
  }

  /** Every figure as JSON. */
  public static String json(DeletesPlan plan, Measures measures) {
    List<Object> rows = new ArrayList<>();
    for (Measures.Measure each : measures.all()) {
      rows.add(
          Json.object(
              "scenario", each.scenario().label(),
              "column", each.column().label(),
              "measure", each.name().strip(),
              "value", each.value()));
    }
    return Json.write(
        Json.object(
            "entries", plan.entries(),
            "queueSeconds", plan.queueSeconds(),
            "seed", plan.seed(),
            "rows", rows));
  }

  private static String csv(Measures measures) {
    StringBuilder csv = new StringBuilder("scenario,column,measure,value\n");
    for (Measures.Measure each : measures.all()) {
      String value = Double.isNaN(each.value()) ? "" : String.valueOf(each.value());
      csv.append(
          String.join(
              ",",
              each.scenario().label(),
              each.column().label(),
              '"' + each.name().strip() + '"',
              value));
      csv.append('\n');
    }
    return csv.toString();
  }

  private static String seeks(Measures measures) {
    StringBuilder csv = new StringBuilder("column,seconds,median_us,p99_us\n");
    for (Measures.SeekSample each : measures.seeks()) {
      csv.append(
          String.format(
              Locale.ROOT,
              "%s,%.3f,%.3f,%.3f%n",
              each.column().label(),
              each.seconds(),
              each.medianMicros(),
              each.highMicros()));
    }
    return csv.toString();
  }

  private static String page(DeletesPlan plan, Measures measures, String report) {
    HtmlPage page =
        new HtmlPage(
            "Deletes",
            String.format(
                Locale.ROOT,
                "%,d entries of 116 bytes, queue of %d s, seed %d",
                plan.entries(),
                plan.queueSeconds(),
                plan.seed()));
    DeletesChart.ALL.forEach(chart -> chart.draw(plan, measures, page));
    if (!measures.seeks().isEmpty()) {
      page.figure(
          "The queue's seek to its first entry",
          "Median of each twentieth of the time, in microseconds.",
          seekPlot(measures));
    }
    return page.code(report).toHtml();
  }

  private static String seekPlot(Measures measures) {
    ScatterPlot plot = new ScatterPlot("seconds", "microseconds").floor(0.1);
    List<Measures.SeekSample> samples = measures.seeks();
    for (int i = 0; i < samples.size(); i++) {
      Measures.SeekSample each = samples.get(i);
      boolean last = i + 1 == samples.size() || samples.get(i + 1).column() != each.column();
      plot.point(
          each.seconds(),
          each.medianMicros(),
          each.column().label().startsWith("koel") ? Shape.CIRCLE : Shape.SQUARE,
          COLOURS.get(each.column().ordinal()),
          last ? each.column().label() : "",
          each.column().label() + ": " + each.medianMicros() + " us");
    }
    return plot.toSvg();
  }
}
