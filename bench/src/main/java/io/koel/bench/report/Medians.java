package io.koel.bench.report;

import java.util.Arrays;

/** The middle of what was measured several times: one disturbed round does not move it. */
public final class Medians {

  private Medians() {}

  /** The middle value, or the mean of the two in the middle; NaN if there is none. */
  public static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * What one side measured against the other: the median of the rounds' ratios, as what disturbs a
   * machine disturbs neighbours alike. A round that only one side has does not count.
   */
  public static double ratio(double[] values, double[] others) {
    double[] ratios = new double[Math.min(values.length, others.length)];
    Arrays.setAll(ratios, round -> values[round] / others[round]);
    return median(ratios);
  }
}
