package io.koel.filter;

/**
 * How wide fingerprints are: {@code bits} bits, and one more for a share of the keys.
 *
 * <p>Fingerprints of w bits let 2^-w of the absent keys through, so whole widths alone would turn a
 * wanted rate of 1 % into 0.78 %, at the price of the memory for it. Instead, the key's hash
 * decides whether it has w or w + 1 bits. With a share s of wider ones the rate is 2^-w (1 - s/2),
 * and s follows from the wanted rate. Against the ideal of log2(1/p) bits this costs 0.09 bits at
 * most.
 *
 * @param bits width of the narrower fingerprints
 * @param widerShare the share of keys that get one bit more, 0 to less than 1
 */
public record FingerprintWidth(int bits, double widerShare) {

  public static final int MAX_BITS = 32;
  private static final int DEFAULT_BITS = 8;
  private static final double MAX_FPP = 0.5;
  private static final double MIN_FPP = Math.scalb(1.0, -MAX_BITS);

  /**
   * From here on all keys get the wider fingerprint: the rate is within a tenth of the wanted one.
   */
  private static final double ALL_WIDER = 0.9;

  /**
   * What the arguments {@code bits} or {@code fpp} of a spec ask for.
   *
   * @throws FilterSpecException if both are given, or one is out of its range
   */
  public static FingerprintWidth of(FilterSpec spec) {
    return forRate(rateOf(spec));
  }

  /**
   * The rate that the arguments {@code bits} or {@code fpp} of a spec ask for.
   *
   * @throws FilterSpecException if both are given, or one is out of its range
   */
  public static double rateOf(FilterSpec spec) {
    spec.requireNotBoth("bits", "fpp");
    int bits = spec.intArgument("bits", DEFAULT_BITS, 1, MAX_BITS);
    return spec.doubleArgument("fpp", rate(bits, 0), MIN_FPP, MAX_FPP);
  }

  /**
   * A spec with the arguments {@code bits} or {@code fpp} in the form that all equal ones have.
   *
   * @throws FilterSpecException if both are given, or one is out of its range
   */
  public static FilterSpec canonical(FilterSpec spec) {
    double rate = rateOf(spec);
    int bits = spec.intArgument("bits", DEFAULT_BITS, 1, MAX_BITS);
    return FilterSpec.sized(spec.name(), spec.has("fpp"), bits, rate);
  }

  static FingerprintWidth forRate(double rate) {
    int bits = -Math.getExponent(rate);
    if (Math.scalb(1.0, -bits) < rate) {
      bits--;
    }
    double share = 2 * (1 - Math.scalb(rate, bits));
    return share >= ALL_WIDER
        ? new FingerprintWidth(bits + 1, 0)
        : new FingerprintWidth(bits, share);
  }

  /**
   * The share of absent keys let through if a share {@code widerShare} of them is compared wider.
   */
  public static double rate(int bits, double widerShare) {
    return Math.scalb(1 - widerShare / 2, -bits);
  }
}
