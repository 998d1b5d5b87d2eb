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
  private static final int LEFT = 200;
  private static final int RIGHT = 44;
  private static final int TOP = 30;
  private static final int BAR = 12;
  private static final int GROUP_GAP = 9;

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
    double max =
        groups.stream()
            .flatMap(group -> group.bars.stream())
            .mapToDouble(bar -> Double.isNaN(bar.whisker) ? bar.value : bar.whisker)
            .max()
            .orElse(1);
    Axis x = Axis.linear(0, Math.max(max, 1e-6), LEFT, WIDTH - RIGHT);
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

  private void drawLegend(Markup svg) {
    int at = LEFT;
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
        (LEFT + WIDTH - RIGHT) / 2, height - 4);
    svg.text(title).raw("</text>");
  }

  private static void drawGroup(Markup svg, Axis x, int top, Group group) {
    double middle = top + group.bars.size() * BAR / 2.0 + 4;
    svg.raw("<text class=\"label\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 10, middle);
    svg.text(group.label).raw("</text>");
    int y = top;
    for (Bar bar : group.bars) {
      double end = x.pixel(bar.value);
      svg.raw("<g><title>").text(bar.details).raw("</title>");
      svg.raw(
          "<rect class=\"series%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"1.5\"/>",
          bar.series, LEFT, y, Math.max(end - LEFT, 0.8), BAR - 2);
      double textAt = end;
      if (!Double.isNaN(bar.whisker) && bar.whisker > bar.value) {
        textAt = x.pixel(bar.whisker);
        svg.raw(
            "<line class=\"whisker\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
            end, textAt, y + 4.5, y + 4.5);
        svg.raw(
            "<line class=\"whisker\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
            textAt, textAt, y + 1, y + 8);
      }
      svg.raw("<text class=\"value\" x=\"%.1f\" y=\"%.1f\">", textAt + 5, y + 9.0);
      svg.text(Figures.shortNumber(bar.value)).raw("</text></g>");
      y += BAR;
    }
  }
}
