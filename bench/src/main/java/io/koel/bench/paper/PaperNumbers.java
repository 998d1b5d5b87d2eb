package io.koel.bench.paper;

import java.util.Map;

/**
 * The paper's own numbers, each with how far it could be checked.
 *
 * <p>The numbers marked {@link Origin#CHECKED} agree with a second source: the authors' code at
 * github.com/efficient/cuckoofilter (its benchmarks conext-table3.cc and conext-figure5.cc repeat
 * the CF and ss-CF columns and the number of items), or the arithmetic of the filter's size. The
 * others are given as known, without a copy at hand to hold them against; reports print a question
 * mark behind them.
 */
final class PaperNumbers {

  enum Origin {
    CHECKED,
    UNCHECKED
  }

  /** A number of the paper; what the paper does not have is NaN. */
  record Number(double value, Origin origin) {

    static final Number NONE = new Number(Double.NaN, Origin.CHECKED);

    boolean isChecked() {
      return origin == Origin.CHECKED;
    }
  }

  /** A column of table 3. */
  record Column(Number millionItems, Number bits, Number rate, Number construction) {}

  /** The size of the paper's filters. */
  static final int FILTER_BYTES = 192 << 20;

  static final Map<Contestant, Column> TABLE_3 =
      Map.of(
          Contestant.CF,
          new Column(checked(127.78), checked(12.60), checked(0.0019), unchecked(5.00)),
          Contestant.SS_CF,
          new Column(unchecked(128.04), checked(12.58), checked(0.0009), unchecked(3.13)),
          Contestant.BF,
          new Column(unchecked(123.89), unchecked(13.00), unchecked(0.0019), unchecked(3.91)),
          Contestant.BLOCKED_BF,
          new Column(unchecked(123.89), unchecked(13.00), unchecked(0.0043), unchecked(7.64)),
          Contestant.QF,
          new Column(unchecked(120.80), unchecked(13.33), unchecked(0.0018), unchecked(1.53)),
          Contestant.DLEFT_CBF,
          new Column(unchecked(103.82), unchecked(15.51), unchecked(0.0076), unchecked(4.78)));

  /**
   * What the authors' code gave them later on an Intel Core i7-4790 at 3.6 GHz: million lookups a
   * second at 0, 25, 50, 75 and 100 % of present keys.
   */
  static final Map<Contestant, double[]> AUTHORS_FIGURE_5 =
      Map.of(
          Contestant.CF, new double[] {26.10, 25.92, 26.00, 25.95, 25.89},
          Contestant.SS_CF, new double[] {10.07, 10.65, 10.65, 10.79, 10.64});

  /** The same code and machine for table 3: million keys a second. */
  static final Map<Contestant, Double> AUTHORS_CONSTRUCTION =
      Map.of(Contestant.CF, 5.86, Contestant.SS_CF, 4.10);

  /** The load that the paper counts on for buckets of four. */
  static final double LOAD = 0.955;

  /** Below this rate the paper's cuckoo filters take less space than Bloom filters. */
  static final double BLOOM_CROSSING = 0.03;

  private PaperNumbers() {}

  private static Number checked(double value) {
    return new Number(value, Origin.CHECKED);
  }

  private static Number unchecked(double value) {
    return new Number(value, Origin.UNCHECKED);
  }
}
