package io.koel.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Horizontal bars in groups, as inline SVG. A bar may have a thin line on to a second, larger
 * value, such as from a median to a 99th percentile.
 */
public final class BarChart {

  /**
   * One bar.
   *
   * @param series which of the chart's series it belongs to
   * @param value where the bar ends
   * @param whisker where its line ends; NaN for none
   */
  public record Bar(int series, double value, double whisker, String details) {}

  private record Group(String label, List<Bar> bars) {}

  private static final int WIDTH = 640;
  private static final int LABELS = 200;
  private static final int LABEL_CHARACTER = 7;
  private static final int RIGHT = 44;
  private static final int TOP = 30;
  private static final int BAR = 12;
  private static final int GROUP_GAP = 9;

  /** Longer lines, as a multiple of the longest bar, leave the chart. */
  private static final double LONGEST_WHISKER = 3;

  private final String title;
  private final List<String> series;
  private final List<Group> groups = new ArrayList<>();

  public BarChart(String title, List<String> series) {
    this.title = title;
    this.series = List.copyOf(series);
  }

  public BarChart group(String label, List<Bar> bars) {
    groups.add(new Group(label, List.copyOf(bars)));
    return this;
  }

  /** The chart as an SVG element. */
  public String toSvg() {
    int rows = groups.stream().mapToInt(group -> group.bars.size()).sum();
    int height = TOP + rows * BAR + groups.size() * GROUP_GAP + 40;
    Axis x = Axis.linear(0, Math.max(longest(), 1e-6), left(), WIDTH - RIGHT);
    Markup svg = new Markup();
    svg.raw(
        "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
        WIDTH, height, Markup.escape(title));
    drawLegend(svg);
    drawAxis(svg, x, height);
    int y = TOP + GROUP_GAP / 2;
    for (Group group : groups) {
      drawGroup(svg, x, y, group);
      y += group.bars.size() * BAR + GROUP_GAP;
    }
    return svg.raw("</svg>").toString();
  }

  /** Where bars begin, right of the longest label. */
  private int left() {
    int longest = groups.stream().mapToInt(group -> group.label.length()).max().orElse(0);
    return Math.min(WIDTH / 2, Math.max(LABELS, 12 + LABEL_CHARACTER * longest));
  }

  /** Where the axis ends: one line that is much longer than all bars shall not flatten these. */
  private double longest() {
    double bars = 0;
    double whiskers = 0;
    for (Group group : groups) {
      for (Bar bar : group.bars) {
        bars = Math.max(bars, bar.value);
        whiskers = Double.isNaN(bar.whisker) ? whiskers : Math.max(whiskers, bar.whisker);
      }
    }
    return Math.max(bars, Math.min(whiskers, bars * LONGEST_WHISKER));
  }

  private void drawLegend(Markup svg) {
    int at = left();
    for (int i = 0; i < series.size(); i++) {
      svg.raw(
          "<rect class=\"series%d\" x=\"%d\" y=\"6\" width=\"11\" height=\"11\" rx=\"2\"/>", i, at);
      svg.raw("<text class=\"label\" x=\"%d\" y=\"16\">", at + 16)
          .text(series.get(i))
          .raw("</text>");
      at += 36 + series.get(i).length() * 7;
    }
  }

  private void drawAxis(Markup svg, Axis x, int height) {
    for (double tick : x.ticks()) {
      double at = x.pixel(tick);
      svg.raw(
          "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
          at, at, TOP, height - 36);
      svg.raw("<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", at, height - 22);
      svg.text(Figures.tick(tick)).raw("</text>");
    }
    svg.raw(
        "<text class=\"title\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">",
        (left() + WIDTH - RIGHT) / 2, height - 4);
    svg.text(title).raw("</text>");
  }

  private void drawGroup(Markup svg, Axis x, int top, Group group) {
    double middle = top + group.bars.size() * BAR / 2.0 + 4;
    svg.raw("<text class=\"label\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", left() - 10, middle);
    svg.text(group.label).raw("</text>");
    int y = top;
    for (Bar bar : group.bars) {
      double end = x.pixel(bar.value);
      svg.raw("<g><title>").text(bar.details).raw("</title>");
      svg.raw(
          "<rect class=\"series%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"1.5\"/>",
          bar.series, left(), y, Math.max(end - left(), 0.8), BAR - 2);
      double textAt = end;
      if (!Double.isNaN(bar.whisker) && bar.whisker > bar.value) {
        textAt = drawWhisker(svg, x, end, bar.whisker, y);
      }
      svg.raw("<text class=\"value\" x=\"%.1f\" y=\"%.1f\">", textAt + 5, y + 9.0);
      svg.text(Figures.shortNumber(bar.value)).raw("</text></g>");
      y += BAR;
    }
  }

  /** Draws a line with a stop at its end, or an arrow where it leaves the chart; gives its end. */
  private static double drawWhisker(Markup svg, Axis x, double from, double value, int y) {
    boolean leaves = !x.covers(value);
    double to = x.pixel(value);
    svg.raw(
        "<line class=\"whisker\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
        from, to, y + 4.5, y + 4.5);
    svg.raw(
        "<path class=\"whisker\" fill=\"none\" d=\"M%.1f %d L%.1f %.1f L%.1f %d\"/>",
        leaves ? to - 4 : to, y + 1, to, y + 4.5, leaves ? to - 4 : to, y + 8);
    return to;
  }
}
