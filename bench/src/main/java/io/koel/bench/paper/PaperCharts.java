package io.koel.bench.paper;

import io.koel.bench.report.ReportFile;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The figures as pictures, each as SVG and as PNG. */
final class PaperCharts {

  private static final int WIDTH = 900;
  private static final int HEIGHT = 560;
  private static final double MOST_BITS = 40;

  /**
   * One colour for each filter in all figures: Okabe and Ito's for the paper's, which most eyes
   * tell apart, and others for those of figure 4 alone.
   */
  private static final List<Color> COLORS =
      List.of(
          new Color(0x0072b2),
          new Color(0xd55e00),
          new Color(0x009e73),
          new Color(0xcc79a7),
          new Color(0xe69f00),
          new Color(0x56b4e9),
          new Color(0x000000),
          new Color(0x999999),
          new Color(0x7a3b9c),
          new Color(0xb08fd0),
          new Color(0x8a5a2b),
          new Color(0xc00000),
          new Color(0x6f8f2f));

  private static final Map<String, Integer> COLOR_OF =
      Map.ofEntries(
          Map.entry("CF", 0),
          Map.entry("cuckoo", 0),
          Map.entry("ss-CF", 1),
          Map.entry("semisorted-cuckoo", 1),
          Map.entry("BF", 2),
          Map.entry("bloom", 2),
          Map.entry("blk-BF", 3),
          Map.entry("blocked-bloom", 3),
          Map.entry("QF", 4),
          Map.entry("quotient", 4),
          Map.entry("dl-CBF", 5),
          Map.entry("dleft-counting-bloom", 5),
          Map.entry("CF packed", 6),
          Map.entry("counting-bloom", 6),
          Map.entry("ss-CF packed", 7),
          Map.entry("xor", 8),
          Map.entry("xor-plus", 9),
          Map.entry("binary-fuse", 10),
          Map.entry("ribbon", 11),
          Map.entry("golomb", 12));

  private final PaperResult result;
  private final Path folder;
  private final List<Path> written = new ArrayList<>();

  PaperCharts(PaperResult result, Path folder) {
    this.result = result;
    this.folder = folder;
  }

  /** Draws all figures; gives the files. */
  List<Path> write() throws IOException {
    XYChart load = chart("Figure 2: load at the first refusal", "bits of a fingerprint", "load");
    addLines(load, LoadJob.LOAD, result.series(LoadJob.LOAD));
    load.getStyler().setYAxisMin(0.8).setYAxisMax(1.0);
    save(load, "figure2");
    save(space(SpaceJob.FILLED, "Figure 3: space of filled cuckoo filters"), "figure3");
    save(space(SpaceJob.BUILT, "Figure 4: space by false-positive rate"), "figure4");
    speed("figure5", SpeedJob.LOOKUP_BY_SHARE, "Figure 5: lookups", "% of the keys present");
    String byLoad = "% of what the filter takes";
    speed("figure6a", SpeedJob.LOOKUP_ABSENT, "Figure 6a: lookups of absent keys", byLoad);
    speed("figure6b", SpeedJob.LOOKUP_PRESENT, "Figure 6b: lookups of present keys", byLoad);
    speed("figure7", SpeedJob.INSERT, "Figure 7: insertions", byLoad);
    speed("figure8", SpeedJob.DELETE, "Figure 8: deletions", byLoad);
    return written;
  }

  private void speed(String file, String experiment, String title, String xTitle)
      throws IOException {
    XYChart chart = chart(title, xTitle, "million a second");
    addLines(chart, experiment, result.series(experiment));
    chart.getStyler().setYAxisMin(0.0).setXAxisMin(0.0).setXAxisMax(100.0);
    save(chart, file);
  }

  private XYChart space(String experiment, String title) {
    XYChart chart = chart(title, "false-positive rate", "bits per item");
    double[] rates = new double[41];
    double[] bound = new double[rates.length];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = Math.pow(10, -4.7 + 4.2 * i / (rates.length - 1));
      bound[i] = SpaceCurve.bound(rates[i]);
    }
    style(chart.addSeries("lower bound", rates, bound), Color.GRAY)
        .setMarker(SeriesMarkers.NONE)
        .setLineStyle(
            new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, dash(), 0));
    addLines(chart, experiment, result.series(experiment));
    chart.getStyler().setXAxisLogarithmic(true).setYAxisMin(0.0).setYAxisMax(MOST_BITS);
    return chart;
  }

  private static float[] dash() {
    return new float[] {6, 4};
  }

  private void addLines(XYChart chart, String experiment, Collection<String> lines) {
    int next = 0;
    for (String line : lines) {
      List<Point> points =
          result.line(experiment, line).stream()
              .filter(point -> !chart.getYAxisTitle().startsWith("bits") || inside(point))
              .toList();
      double[] x = points.stream().mapToDouble(Point::x).toArray();
      double[] y = points.stream().mapToDouble(Point::y).toArray();
      int color = COLOR_OF.getOrDefault(line, next);
      if (x.length > 0) {
        style(chart.addSeries(line, x, y), COLORS.get(color)).setMarker(SeriesMarkers.CIRCLE);
      }
      next++;
    }
  }

  private static boolean inside(Point point) {
    return point.y() <= MOST_BITS && point.x() >= 2e-5;
  }

  private static XYSeries style(XYSeries series, Color color) {
    series.setLineColor(color);
    series.setMarkerColor(color);
    series.setLineWidth(2);
    series.setLineStyle(SeriesLines.SOLID); // Else xchart gives dots to every tenth.
    return series;
  }

  private static XYChart chart(String title, String xTitle, String yTitle) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    chart
        .getStyler()
        .setLegendPosition(LegendPosition.OutsideE)
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false)
        .setLegendBorderColor(Color.WHITE)
        .setBaseFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
        .setMarkerSize(6);
    return chart;
  }

  private void save(XYChart chart, String name) throws IOException {
    for (String format : List.of("svg", "png")) {
      Path file = folder.resolve(name + "." + format);
      ByteArrayOutputStream picture = new ByteArrayOutputStream();
      ChartEncoder.saveChart(chart, picture, format);
      ReportFile.write(file, picture.toByteArray());
      written.add(file);
    }
  }
}
