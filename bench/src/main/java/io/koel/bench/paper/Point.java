package io.koel.bench.paper;

/**
 * One measured value.
 *
 * @param experiment what was measured, such as {@code figure5}
 * @param series of which filter, or which line of the figure
 * @param x where in the figure, 0 for a value of a table
 * @param y the value
 */
public record Point(String experiment, String series, double x, double y) {

  private static final String SEPARATOR = "\t";

  /** The point as a line, which {@link #parse} takes back. */
  String line() {
    return String.join(SEPARATOR, experiment, series, Double.toString(x), Double.toString(y));
  }

  static Point parse(String line) {
    String[] parts = line.split(SEPARATOR);
    if (parts.length != 4) {
      throw new IllegalArgumentException("not a measured value: " + line);
    }
    return new Point(
        parts[0], parts[1], Double.parseDouble(parts[2]), Double.parseDouble(parts[3]));
  }
}
