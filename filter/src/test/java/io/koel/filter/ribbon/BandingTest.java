package io.koel.filter.ribbon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.Seeds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BandingTest {

  private static final int BLOCKS = 4;

  private record Equation(int start, long coefficients, int value) {}

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @Test
  void solve_ofEquationsThatWereAdded_satisfiesEach() {
    Banding banding = new Banding(BLOCKS * RibbonLayer.BLOCK_SLOTS);
    List<Equation> added = new ArrayList<>();
    for (int i = 0; i < 240; i++) {
      Equation equation = randomEquation();
      if (banding.add(equation.start, equation.coefficients, equation.value)
          != Banding.CONTRADICTION) {
        added.add(equation);
      }
    }
    assertTrue(added.size() > 200, "most fit in: " + added.size());
    for (int column : new int[] {0, 1, 2, 3, 6, 7, 31}) {
      assertSatisfied(added, solution(banding, column), column);
    }
  }

  @Test
  void clear_ofTheLastEquations_takesThemBack() {
    Banding banding = new Banding(BLOCKS * RibbonLayer.BLOCK_SLOTS);
    List<Equation> kept = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Equation equation = randomEquation();
      kept.add(equation);
      assertTrue(banding.add(equation.start, equation.coefficients, equation.value) >= 0);
    }
    Deque<Integer> rows = new ArrayDeque<>();
    for (int i = 0; i < 60; i++) {
      Equation equation = randomEquation();
      int row = banding.add(equation.start, equation.coefficients, equation.value);
      if (row >= 0) {
        rows.push(row);
      }
    }
    rows.forEach(banding::clear);
    for (Equation equation : kept) {
      assertEquals(
          Banding.NO_ROW, banding.add(equation.start, equation.coefficients, equation.value));
      assertEquals(
          Banding.CONTRADICTION,
          banding.add(equation.start, equation.coefficients, equation.value ^ 1));
    }
    assertSatisfied(kept, solution(banding, 3), 3);
  }

  @Test
  void codeThatBumps_everyStart_isTheLeastThatDoes() {
    for (int start = 0; start < RibbonLayer.BUCKET_STARTS; start++) {
      int code = RibbonLayer.codeThatBumps(start);
      assertTrue(RibbonLayer.bumpedStarts(code) > start);
      assertTrue(RibbonLayer.bumpedStarts(code - 1) <= start);
    }
    assertEquals(0, RibbonLayer.bumpedStarts(0));
    assertEquals(RibbonLayer.BUCKET_STARTS, RibbonLayer.bumpedStarts(RibbonLayer.LAST_CODE));
  }

  @Test
  void start_ofAnyHash_leavesRoomForAllCoefficients() {
    for (int blocks : new int[] {1, 2, 3, 100, 1 << 24}) {
      int starts = RibbonLayer.narrow(blocks, 0).starts();
      assertEquals(0, RibbonLayer.start(0, starts));
      assertEquals(starts - 1, RibbonLayer.start(-1, starts));
      assertEquals(blocks * RibbonLayer.BLOCK_SLOTS, starts + RibbonLayer.BLOCK_SLOTS - 1);
    }
  }

  @Test
  void coefficients_ofAnyHash_beginWithOne() {
    random.longs(1_000).forEach(hash -> assertEquals(1, RibbonLayer.coefficients(hash) & 1));
  }

  private Equation randomEquation() {
    int start = random.nextInt(RibbonLayer.narrow(BLOCKS, 0).starts());
    return new Equation(start, random.nextLong() | 1, random.nextInt());
  }

  private static long[] solution(Banding banding, int column) {
    int first = column - column % Banding.TOGETHER;
    long[] together = new long[Banding.TOGETHER];
    long[] solution = new long[BLOCKS + 1];
    for (int block = BLOCKS - 1; block >= 0; block--) {
      banding.solve(block, first, together);
      solution[block] = together[column - first];
    }
    return solution;
  }

  private static void assertSatisfied(List<Equation> equations, long[] solution, int column) {
    for (Equation equation : equations) {
      int sum = 0;
      for (int i = 0; i < RibbonLayer.BLOCK_SLOTS; i++) {
        int slot = equation.start + i;
        sum ^= (int) (equation.coefficients >>> i & solution[slot >>> 6] >>> slot & 1);
      }
      assertEquals(equation.value >>> column & 1, sum);
    }
  }
}
