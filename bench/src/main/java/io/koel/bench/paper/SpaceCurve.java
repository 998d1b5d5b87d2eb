package io.koel.bench.paper;

import java.util.Comparator;
import java.util.List;

/** Bits per key by false-positive rate, between and at the points that were measured. */
final class SpaceCurve {

  private final List<Point> points;

  SpaceCurve(List<Point> points) {
    this.points = points.stream().sorted(Comparator.comparingDouble(Point::x)).toList();
  }

  /** The fewest bits that any filter can do with. */
  static double bound(double rate) {
    return -Math.log(rate) / Math.log(2);
  }

  /** Bits of a Bloom filter with the best number of probes, which need not be whole. */
  static double optimalBloom(double rate) {
    return bound(rate) / Math.log(2);
  }

  /** Bits at a rate, NaN outside of what was measured. */
  double bitsAt(double rate) {
    for (int i = 1; i < points.size(); i++) {
      Point low = points.get(i - 1);
      Point high = points.get(i);
      if (rate >= low.x() && rate <= high.x()) {
        double part = Math.log(rate / low.x()) / Math.log(high.x() / low.x());
        return low.y() + part * (high.y() - low.y());
      }
    }
    return Double.NaN;
  }

  /** The highest rate below which all points take fewer bits than a space-optimal Bloom filter. */
  double beatsBloomBelow() {
    double rate = Double.NaN;
    for (Point point : points) {
      if (point.y() >= optimalBloom(point.x())) {
        break;
      }
      rate = point.x();
    }
    return rate;
  }
}
