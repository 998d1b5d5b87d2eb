package io.koel.bench.report;

import java.util.ArrayList;
import java.util.List;

/** One axis of a plot: from values to pixels, with the places of its ticks. */
final class Axis {

  private final double low;
  private final double high;
  private final boolean logarithmic;
  private final double fromPixel;
  private final double toPixel;

  private Axis(double low, double high, boolean logarithmic, double fromPixel, double toPixel) {
    this.low = low;
    this.high = high;
    this.logarithmic = logarithmic;
    this.fromPixel = fromPixel;
    this.toPixel = toPixel;
  }

  /** From 0 or {@code low} to a round number at or above {@code high}. */
  static Axis linear(double low, double high, double fromPixel, double toPixel) {
    double step = step(Math.max(high - low, 1e-9));
    double bottom = Math.floor(low / step) * step;
    double top = Math.ceil(high / step - 1e-9) * step;
    return new Axis(bottom, top > bottom ? top : bottom + step, false, fromPixel, toPixel);
  }

  /** Over whole powers of ten; values at or below 0 are drawn at the lower end. */
  static Axis logarithmic(double low, double high, double fromPixel, double toPixel) {
    double bottom = Math.floor(Math.log10(low) + 1e-9);
    double top = Math.ceil(Math.log10(high) - 1e-9);
    return new Axis(bottom, top > bottom ? top : bottom + 1, true, fromPixel, toPixel);
  }

  double pixel(double value) {
    double at = value;
    if (logarithmic) {
      at = value <= 0 ? low : Math.log10(value);
    }
    double clamped = Math.max(low, Math.min(high, at));
    return fromPixel + (clamped - low) / (high - low) * (toPixel - fromPixel);
  }

  boolean covers(double value) {
    double at = logarithmic ? Math.log10(value) : value;
    return at >= low - 1e-9 && at <= high + 1e-9;
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      for (double exponent = low; exponent <= high + 1e-9; exponent++) {
        ticks.add(Math.pow(10, exponent));
      }
      return ticks;
    }
    double step = step(high - low);
    for (int i = 0; low + i * step <= high + step * 1e-6; i++) {
      ticks.add(low + i * step);
    }
    return ticks;
  }

  /** A step of 1, 2 or 5 times a power of ten that gives about six ticks. */
  private static double step(double range) {
    double rough = range / 6;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double lead = rough / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
  }
}
