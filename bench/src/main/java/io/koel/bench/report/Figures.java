package io.koel.bench.report;

import java.util.Locale;

/** Numbers as people read them. */
public final class Figures {

  private static final String NONE = "-";

  private Figures() {}

  /** Three significant digits, so that 0.00123 and 123 are both readable; "-" for NaN. */
  public static String shortNumber(double value) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    int decimals = (int) Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(size))));
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** A number beside an axis: no more digits than it needs. */
  static String tick(double value) {
    return value == Math.rint(value)
        ? count((long) value)
        : shortNumber(value).replaceAll("0+$", "");
  }

  public static String fixed(double value, int decimals) {
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** A share as a percentage: 0.123 is "12.3 %". */
  public static String percent(double share) {
    return Double.isNaN(share) ? NONE : shortNumber(share * 100) + " %";
  }

  /** 1234567 as "1,234,567". */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  public static String bytes(long bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return (unit == 0 ? String.valueOf(bytes) : shortNumber(value)) + " " + units[unit];
  }
}
