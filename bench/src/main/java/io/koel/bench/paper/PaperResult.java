package io.koel.bench.paper;

import io.koel.bench.report.Medians;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a run has measured.
 *
 * @param scale the scale of the run
 * @param points all values, in the order measured
 * @param passes how often all filters were timed
 * @param spread by what part the slowest of the passes is slower than the fastest one, in the
 *     median over all measurements of time; a busy machine shows in it
 */
public record PaperResult(PaperScale scale, List<Point> points, int passes, double spread) {

  public PaperResult {
    points = List.copyOf(points);
  }

  /**
   * Puts several passes together. Of speeds the fastest pass counts: other work on the machine can
   * only slow a loop down. All else is the same in each pass.
   */
  static PaperResult of(PaperScale scale, List<Point> measured) {
    Map<Point, List<Double>> values = new LinkedHashMap<>();
    for (Point point : measured) {
      Point place = new Point(point.experiment(), point.series(), point.x(), 0);
      values.computeIfAbsent(place, first -> new ArrayList<>()).add(point.y());
    }
    List<Point> points = new ArrayList<>();
    List<Double> spreads = new ArrayList<>();
    values.forEach(
        (place, passes) -> {
          double[] sorted = passes.stream().mapToDouble(y -> y).sorted().toArray();
          double fastest = sorted[sorted.length - 1];
          boolean isSpeed = SpeedJob.SPEEDS.contains(place.experiment());
          double y = isSpeed ? fastest : Medians.median(sorted);
          points.add(new Point(place.experiment(), place.series(), place.x(), y));
          if (isSpeed) {
            spreads.add(1 - sorted[0] / fastest);
          }
        });
    double[] all = spreads.stream().mapToDouble(spread -> spread).toArray();
    int passes = values.values().stream().mapToInt(List::size).max().orElse(0);
    return new PaperResult(scale, points, passes, all.length == 0 ? 0 : Medians.median(all));
  }

  List<Point> of(String experiment) {
    return points.stream().filter(point -> point.experiment().equals(experiment)).toList();
  }

  /** The lines of a figure, or the rows of a table. */
  Set<String> series(String experiment) {
    Set<String> series = new LinkedHashSet<>();
    of(experiment).forEach(point -> series.add(point.series()));
    return series;
  }

  List<Point> line(String experiment, String series) {
    return of(experiment).stream().filter(point -> point.series().equals(series)).toList();
  }

  /** The value at a place of a line, NaN if there is none. */
  double at(String experiment, String series, double x) {
    return line(experiment, series).stream()
        .filter(point -> Math.abs(point.x() - x) < 1e-9)
        .mapToDouble(Point::y)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** The value of a table's row. */
  double at(String experiment, String series) {
    return at(experiment, series, 0);
  }
}
