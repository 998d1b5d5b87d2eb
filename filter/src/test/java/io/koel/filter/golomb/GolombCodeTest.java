package io.koel.filter.golomb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GolombCodeTest {

  @Test
  void contains_ofSmallNumbersInEveryCode_isExact() {
    for (int parameter = 1; parameter <= 70; parameter++) {
      GolombCode code = new GolombCode(parameter);
      for (int step = 1; step < 40; step++) {
        assertHoldsMultiples(code, 3, step, 20);
      }
    }
  }

  @Test
  void contains_ofFarApartNumbers_findsThemBehindLongRunsOfZeros() {
    for (long parameter : new long[] {1, 2, 3, 1_000, (1L << 32) - 1, 1L << 32, 1L << 40}) {
      GolombCode code = new GolombCode(parameter);
      for (int factor : new int[] {1, 50, 55, 56, 57, 58, 63, 64, 65, 200}) {
        assertHoldsMultiples(code, 0, factor * parameter, 5);
        assertHoldsMultiples(code, parameter - 1, factor * parameter + 1, 5);
      }
    }
  }

  /** Codes {@code count} numbers and asks for each and for its neighbours. */
  private static void assertHoldsMultiples(GolombCode code, long first, long step, int count) {
    double maxBits = code.maxBits(count, first + (double) count * step);
    byte[] bytes = new byte[(int) (maxBits / 8) + 1 + GolombCode.PADDING];
    long before = -1;
    long at = 0;
    for (int i = 0; i < count; i++) {
      long number = first + i * step;
      at = code.append(bytes, at, number - before - 1);
      before = number;
    }
    assertTrue(at <= maxBits, at + " bits, more than " + maxBits);
    for (int i = 0; i <= count; i++) {
      for (long number = first + i * step - 1; number <= first + i * step + 1; number++) {
        boolean isThere =
            number >= first && (number - first) % step == 0 && (number - first) / step < count;
        assertEquals(
            isThere,
            number >= 0 && code.contains(bytes, 0, at, number),
            number + " of " + count + " from " + first + " by " + step);
      }
    }
  }

  @Test
  void forProbability_ofGaps_isTheBestOfAllParameters() {
    for (double p : new double[] {0.9, 0.5, 0.3, 0.1, 0.03}) {
      double least = expectedBits(GolombCode.forProbability(p), p);
      for (int parameter = 1; parameter < 60; parameter++) {
        assertTrue(expectedBits(new GolombCode(parameter), p) >= least - 1e-9);
      }
    }
  }

  private static double expectedBits(GolombCode code, double p) {
    double bits = 0;
    for (int number = 0; number < 20 / p; number++) {
      byte[] bytes = new byte[number / 8 + 32];
      bits += p * Math.pow(1 - p, number) * code.append(bytes, 0, number);
    }
    return bits;
  }
}
