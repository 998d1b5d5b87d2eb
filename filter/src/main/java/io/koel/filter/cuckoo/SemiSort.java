package io.koel.filter.cuckoo;

/**
 * Four sorted nibbles as a 12-bit code.
 *
 * <p>Of the 65,536 ways to choose four nibbles only 3,876 are sorted, and a bucket's order carries
 * no information. A sorted quadruple is numbered by the combinatorial number system: adding 0, 1,
 * 2, 3 to the nibbles makes them strictly ascending numbers a &lt; b &lt; c &lt; d below 19, whose
 * rank among such is C(a,1) + C(b,2) + C(c,3) + C(d,4).
 *
 * <p>Source of the idea: Fan, Andersen, Kaminsky, Mitzenmacher, "Cuckoo Filter: Practically Better
 * Than Bloom", section 5.2; Bonomi et al. before them.
 */
final class SemiSort {

  static final int CODE_BITS = 12;
  static final int CODES = 3876;

  /** {@code RANKS[k][n]} is C(n + k, k + 1): what a nibble n at place k adds to the code. */
  private static final short[][] RANKS = ranks();

  /** By code, the four nibbles, the first and smallest in the lowest bits; 8 KiB, to stay in L1. */
  private static final short[] NIBBLES = nibbles();

  private SemiSort() {}

  /**
   * The code of four nibbles.
   *
   * <p>REQUIRES: {@code a <= b <= c <= d < 16}.
   */
  static int encode(int a, int b, int c, int d) {
    return RANKS[0][a] + RANKS[1][b] + RANKS[2][c] + RANKS[3][d];
  }

  /**
   * The four nibbles of a code as one 16-bit number, ascending from its lowest bits on. It is 0 for
   * numbers from {@link #CODES} to 4,095.
   */
  static int decode(int code) {
    return NIBBLES[code] & 0xffff;
  }

  private static short[][] ranks() {
    short[][] ranks = new short[CuckooGeometry.SLOTS][16];
    for (int nibble = 0; nibble < 16; nibble++) {
      int binomial = 1;
      for (int k = 0; k < ranks.length; k++) {
        // C(nibble + k, k + 1) from C(nibble + k - 1, k), exact at each step.
        binomial = binomial * (nibble + k) / (k + 1);
        ranks[k][nibble] = (short) binomial;
      }
    }
    return ranks;
  }

  private static short[] nibbles() {
    short[] nibbles = new short[1 << CODE_BITS];
    for (int d = 0; d < 16; d++) {
      for (int c = 0; c <= d; c++) {
        for (int b = 0; b <= c; b++) {
          for (int a = 0; a <= b; a++) {
            nibbles[encode(a, b, c, d)] = (short) (a | b << 4 | c << 8 | d << 12);
          }
        }
      }
    }
    return nibbles;
  }
}
