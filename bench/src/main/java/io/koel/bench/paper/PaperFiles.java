package io.koel.bench.paper;

import io.koel.bench.report.Json;
import io.koel.bench.report.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** What a run leaves behind: the report as text, every number as CSV, every figure as a picture. */
public final class PaperFiles {

  private PaperFiles() {}

  /** Writes everything into a folder, which need not be there yet. */
  public static void write(PaperResult result, String report, Path folder) throws IOException {
    Files.createDirectories(folder);
    ReportFile.write(folder.resolve("report.txt"), report);
    TreeSet<String> experiments = new TreeSet<>();
    result.points().forEach(point -> experiments.add(point.experiment()));
    for (String experiment : experiments) {
      ReportFile.write(folder.resolve(experiment + ".csv"), csv(result, experiment));
    }
    new PaperCharts(result, folder).write();
  }

  /** Every number as JSON. */
  public static String json(PaperResult result) {
    List<Object> rows = new ArrayList<>();
    for (Point point : result.points()) {
      rows.add(
          Json.object(
              "experiment", point.experiment(),
              "series", point.series(),
              "x", point.x(),
              "y", point.y()));
    }
    return Json.write(
        Json.object(
            "scale", result.scale().name().toLowerCase(Locale.ROOT),
            "passes", result.passes(),
            "spread", result.spread(),
            "rows", rows));
  }

  static String csv(PaperResult result, String experiment) {
    StringBuilder csv = new StringBuilder("series,x,y\n");
    for (Point point : result.of(experiment)) {
      csv.append(
          String.format(
              Locale.ROOT, "%s,%s,%s\n", point.series(), number(point.x()), number(point.y())));
    }
    return csv.toString();
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
