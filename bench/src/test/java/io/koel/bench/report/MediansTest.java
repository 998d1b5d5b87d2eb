package io.koel.bench.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MediansTest {

  @Test
  void median_oddAndEvenCounts() {
    assertEquals(3, Medians.median(9, 1, 3));
    assertEquals(2.5, Medians.median(4, 1, 3, 2));
    assertEquals(Double.NaN, Medians.median());
  }

  @Test
  void median_leavesTheOrderOfRounds() {
    double[] rounds = {3, 1, 2};
    Medians.median(rounds);
    assertArrayEquals(new double[] {3, 1, 2}, rounds);
  }

  @Test
  void ratio_comparesRoundByRound() {
    // The medians' ratio would be 8; two of three rounds say 2.
    double[] values = {2, 8, 80};
    double[] others = {1, 4, 1};
    assertEquals(2, Medians.ratio(values, others));
  }

  @Test
  void ratio_roundOfOneSideOnly_doesNotCount() {
    assertEquals(0.5, Medians.ratio(new double[] {1}, new double[] {2, 100}));
  }
}
