package io.koel.bench.compare;

import io.koel.bench.engine.Engine;
import io.koel.bench.report.BarChart;
import io.koel.bench.report.Figures;
import io.koel.bench.report.ScatterPlot;
import io.koel.bench.report.ScatterPlot.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A comparison's plots, as SVG. */
final class ComparePlots {

  private static final Map<String, String> COLOURS =
      Map.ofEntries(
          Map.entry("none", "#8a94a0"),
          Map.entry("bloom", "#d1495b"),
          Map.entry("blocked-bloom", "#e07a3f"),
          Map.entry("counting-bloom", "#a8324a"),
          Map.entry("cuckoo", "#3a86c8"),
          Map.entry("semisorted-cuckoo", "#0b8a7d"),
          Map.entry("quotient", "#4f6fd0"),
          Map.entry("dleft-counting-bloom", "#9a6a4f"),
          Map.entry("binary-fuse", "#7a4fb5"),
          Map.entry("xor", "#b04fa5"),
          Map.entry("xor-plus", "#d070b8"),
          Map.entry("golomb", "#6f8f2f"),
          Map.entry("ribbon", "#b8860b"));
  private static final String OTHER_COLOUR = "#5f7d4f";

  private final CompareResult result;

  ComparePlots(CompareResult result) {
    this.result = result;
  }

  static String colour(ConfigurationResult row) {
    return COLOURS.getOrDefault(row.configuration().family(), OTHER_COLOUR);
  }

  /** Disk reads per absent key against the filters' memory. */
  String reads() {
    ScatterPlot plot =
        new ScatterPlot("filter memory, bits per key", "disk reads per absent key")
            .floor(1.0 / result.settings().lookups());
    for (ConfigurationResult row : result.rows()) {
      double reads = row.lookups(LookupKind.ABSENT).diskReads();
      if (row.configuration().isUnfiltered()) {
        String label =
            row.configuration().engine() + " without filters: " + Figures.fixed(reads, 2);
        plot.ceiling(reads).curve(label, line(reads, row.configuration().engine()));
      } else {
        plot.point(
            row.bitsPerKey(),
            reads,
            shapeOf(row),
            colour(row),
            shortLabel(row),
            row.configuration().label() + ": " + Figures.shortNumber(reads) + " disk reads");
      }
    }
    return plot.toSvg();
  }

  /** A level line; each engine's is named at another place, because they lie close together. */
  private static List<double[]> line(double y, Engine engine) {
    List<double[]> points = new ArrayList<>();
    for (double bits = engine == Engine.ROCKSDB ? 10.5 : 0; bits <= 64; bits += 0.5) {
      points.add(new double[] {bits, y});
    }
    return points;
  }

  /** False positives against memory, with what theory says. */
  String falsePositives() {
    ScatterPlot plot = new ScatterPlot("bits per key", "false-positive rate").floor(1e-6);
    double widest = 0;
    for (ConfigurationResult row : result.rows()) {
      double rate = row.falsePositiveRate();
      if (!row.configuration().isUnfiltered() && !Double.isNaN(rate)) {
        widest = Math.max(widest, row.bitsPerKey());
        plot.point(
            row.bitsPerKey(),
            rate,
            shapeOf(row),
            colour(row),
            shortLabel(row),
            row.configuration().label() + ": " + Figures.percent(rate));
      }
    }
    plot.curve("information-theoretic bound", powers(0.5, widest + 0.5));
    plot.curve("ideal Bloom", powers(0.6185, widest + 0.5));
    return plot.toSvg();
  }

  /** The curve of {@code base} to the power of the bits per key. */
  private static List<double[]> powers(double base, double to) {
    List<double[]> points = new ArrayList<>();
    for (double bits = 1; bits <= to; bits += 0.25) {
      points.add(new double[] {bits, Math.pow(base, bits)});
    }
    return points;
  }

  private static Shape shapeOf(ConfigurationResult row) {
    return row.configuration().engine() == Engine.ROCKSDB ? Shape.SQUARE : Shape.CIRCLE;
  }

  private static String shortLabel(ConfigurationResult row) {
    return row.configuration().engine() == Engine.ROCKSDB
        ? "RocksDB " + row.configuration().family()
        : row.configuration().family();
  }

  /** Disk reads per lookup, by kind of key. */
  String readsByKind() {
    BarChart chart = new BarChart("disk reads per lookup", kinds());
    for (ConfigurationResult row : result.rows()) {
      List<BarChart.Bar> bars = new ArrayList<>();
      for (LookupKind kind : LookupKind.values()) {
        double reads = row.lookups(kind).diskReads();
        bars.add(
            new BarChart.Bar(
                kind.ordinal(),
                reads,
                Double.NaN,
                row.configuration().label() + ", " + kind.meaning() + ": " + reads));
      }
      chart.group(row.configuration().label(), bars);
    }
    return chart.toSvg();
  }

  /** Time per lookup, by kind of key. */
  String times() {
    BarChart chart = new BarChart("microseconds per lookup", kinds());
    for (ConfigurationResult row : result.rows()) {
      List<BarChart.Bar> bars = new ArrayList<>();
      for (LookupKind kind : LookupKind.values()) {
        double median = row.lookups(kind).outcome().latencies().micros(50);
        double high = row.lookups(kind).outcome().latencies().micros(99);
        bars.add(
            new BarChart.Bar(
                kind.ordinal(),
                median,
                high,
                String.format(
                    Locale.ROOT,
                    "%s, %s: median %.2f, 99th percentile %.2f",
                    row.configuration().label(),
                    kind.meaning(),
                    median,
                    high)));
      }
      chart.group(row.configuration().label(), bars);
    }
    return chart.toSvg();
  }

  private static List<String> kinds() {
    List<String> kinds = new ArrayList<>();
    for (LookupKind kind : LookupKind.values()) {
      kinds.add(kind.label());
    }
    return kinds;
  }
}
