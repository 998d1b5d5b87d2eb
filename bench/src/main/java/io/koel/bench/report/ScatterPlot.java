package io.koel.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Points with labels beside them, and curves to compare them with, as inline SVG.
 *
 * <p>Colours of text and lines come from the page's style sheet, so that a plot follows the page
 * from light to dark.
 */
public final class ScatterPlot {

  /** The form of a point. */
  public enum Shape {
    CIRCLE,
    SQUARE
  }

  private record Point(
      double x, double y, Shape shape, String colour, String label, String details) {}

  private record Curve(List<double[]> points, String label) {}

  private record Box(double left, double top, double right, double bottom) {
    boolean overlaps(Box o) {
      return left < o.right && o.left < right && top < o.bottom && o.top < bottom;
    }
  }

  private static final int WIDTH = 640;
  private static final int HEIGHT = 420;
  private static final int LEFT = 74;
  private static final int RIGHT = 24;
  private static final int TOP = 16;
  private static final int BOTTOM = 54;
  private static final double CHARACTER_WIDTH = 6.8;
  private static final double LINE_HEIGHT = 13;

  private final String xTitle;
  private final String yTitle;
  private final List<Point> points = new ArrayList<>();
  private final List<Curve> curves = new ArrayList<>();
  private double floor = 1e-6;
  private double ceiling;

  public ScatterPlot(String xTitle, String yTitle) {
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  /** The lowest value of the logarithmic y axis; what is below is drawn at it. */
  public ScatterPlot floor(double value) {
    floor = value;
    return this;
  }

  /** Makes room up to a value, though no point may be there. */
  public ScatterPlot ceiling(double value) {
    ceiling = Math.max(ceiling, value);
    return this;
  }

  public ScatterPlot point(
      double x, double y, Shape shape, String colour, String label, String details) {
    points.add(new Point(x, y, shape, colour, label, details));
    return this;
  }

  public ScatterPlot curve(String label, List<double[]> through) {
    curves.add(new Curve(List.copyOf(through), label));
    return this;
  }

  /** The plot as an SVG element. */
  public String toSvg() {
    double maxX = points.stream().mapToDouble(Point::x).max().orElse(1);
    double minX = points.stream().mapToDouble(Point::x).min().orElse(0);
    double highest = Math.max(ceiling, floor * 10);
    double maxY = Math.max(highest, points.stream().mapToDouble(Point::y).max().orElse(1));
    double minY = points.stream().mapToDouble(Point::y).filter(y -> y > 0).min().orElse(floor);
    Axis x = Axis.linear(minX < maxX / 3 ? 0 : minX - 1, maxX + 0.5, LEFT, WIDTH - RIGHT);
    Axis y = Axis.logarithmic(Math.max(floor, minY), maxY, HEIGHT - BOTTOM, TOP);
    Markup svg = new Markup();
    svg.raw(
        "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s against %s\">",
        WIDTH, HEIGHT, Markup.escape(yTitle), Markup.escape(xTitle));
    drawAxes(svg, x, y);
    List<Box> taken = new ArrayList<>();
    curves.forEach(curve -> drawCurve(svg, x, y, curve, taken));
    points.forEach(point -> taken.add(around(x.pixel(point.x), y.pixel(point.y))));
    points.forEach(point -> drawPoint(svg, x, y, point));
    points.forEach(point -> drawLabel(svg, x, y, point, taken));
    return svg.raw("</svg>").toString();
  }

  private void drawAxes(Markup svg, Axis x, Axis y) {
    for (double tick : y.ticks()) {
      double at = y.pixel(tick);
      svg.raw(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
          LEFT, WIDTH - RIGHT, at, at);
      svg.raw("<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 8, at + 4);
      svg.text(Figures.tick(tick)).raw("</text>");
    }
    for (double tick : x.ticks()) {
      double at = x.pixel(tick);
      svg.raw(
          "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
          at, at, TOP, HEIGHT - BOTTOM);
      svg.raw(
          "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
          at, HEIGHT - BOTTOM + 18);
      svg.text(Figures.tick(tick)).raw("</text>");
    }
    svg.raw(
        "<text class=\"title\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">",
        (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12);
    svg.text(xTitle).raw("</text>");
    svg.raw(
        "<text class=\"title\" transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">",
        (TOP + HEIGHT - BOTTOM) / 2);
    svg.text(yTitle).raw("</text>");
  }

  /** Draws the part of a curve that lies within the plot, named where it enters it. */
  private static void drawCurve(Markup svg, Axis x, Axis y, Curve curve, List<Box> taken) {
    List<double[]> inside =
        curve.points.stream()
            .filter(point -> x.covers(point[0]) && y.covers(point[1]))
            .map(point -> new double[] {x.pixel(point[0]), y.pixel(point[1])})
            .toList();
    if (inside.isEmpty()) {
      return;
    }
    StringBuilder path = new StringBuilder();
    for (double[] pixel : inside) {
      path.append(
          new Markup().raw("%s%.1f %.1f", path.length() == 0 ? "M" : " L", pixel[0], pixel[1]));
    }
    svg.raw("<path class=\"curve\" d=\"%s\"/>", path);
    double[] first = inside.get(0);
    double width = curve.label.length() * CHARACTER_WIDTH;
    double left = first[0] + 12;
    double baseline = Math.max(first[1] - 5, TOP + LINE_HEIGHT);
    svg.raw("<text class=\"curve-label\" x=\"%.1f\" y=\"%.1f\">", left, baseline);
    svg.text(curve.label).raw("</text>");
    taken.add(new Box(left, baseline - LINE_HEIGHT, left + width, baseline + 3));
  }

  private static void drawPoint(Markup svg, Axis x, Axis y, Point point) {
    double px = x.pixel(point.x);
    double py = y.pixel(point.y);
    svg.raw("<g class=\"point\"><title>").text(point.details).raw("</title>");
    if (point.shape == Shape.CIRCLE) {
      svg.raw("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"%s\"/>", px, py, point.colour);
    } else {
      svg.raw(
          "<rect x=\"%.1f\" y=\"%.1f\" width=\"11\" height=\"11\" rx=\"1.5\" fill=\"%s\"/>",
          px - 5.5, py - 5.5, point.colour);
    }
    svg.raw("</g>");
  }

  /** Puts the label at the first of some places around its point that is free. */
  private static void drawLabel(Markup svg, Axis x, Axis y, Point point, List<Box> taken) {
    double px = x.pixel(point.x);
    double py = y.pixel(point.y);
    double width = point.label.length() * CHARACTER_WIDTH;
    double[][] offsets = {
      {10, 4}, {-10 - width, 4}, {-width / 2, -11}, {-width / 2, 20}, {9, -8}, {9, 16},
      {-9 - width, -8}, {-9 - width, 16}, {10, -20}, {10, 28}, {-10 - width, -20}, {-10 - width, 28}
    };
    for (double[] offset : offsets) {
      double left = px + offset[0];
      double baseline = py + offset[1];
      Box box = new Box(left, baseline - LINE_HEIGHT + 3, left + width, baseline + 3);
      boolean inside =
          box.left > LEFT && box.right < WIDTH - 2 && box.top > 0 && box.bottom < HEIGHT - BOTTOM;
      if (inside && taken.stream().noneMatch(box::overlaps)) {
        taken.add(box);
        svg.raw("<text class=\"label\" x=\"%.1f\" y=\"%.1f\">", left, baseline);
        svg.text(point.label).raw("</text>");
        return;
      }
    }
    // No room: the point's tooltip has the label.
  }

  private static Box around(double px, double py) {
    return new Box(px - 6, py - 6, px + 6, py + 6);
  }
}
