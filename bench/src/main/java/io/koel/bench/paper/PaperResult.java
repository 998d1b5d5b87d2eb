package io.koel.bench.paper;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a run has measured.
 *
 * @param scale the scale of the run
 * @param points all values, in the order measured
 */
public record PaperResult(PaperScale scale, List<Point> points) {

  public PaperResult {
    points = List.copyOf(points);
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
