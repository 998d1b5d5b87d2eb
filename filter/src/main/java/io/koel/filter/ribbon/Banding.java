package io.koel.filter.ribbon;

/**
 * The equations of a layer in echelon form: row i has its first coefficient, always 1, at slot i.
 *
 * <p>A new equation whose first slot is taken has that row added, which moves its first coefficient
 * to the right, until its first slot is free. An addition changes only the new equation, so that
 * the last equations can be taken back by clearing their rows.
 */
final class Banding {

  /** The equation followed from those that are there. */
  static final int NO_ROW = -1;

  /** The equation contradicts those that are there. */
  static final int CONTRADICTION = -2;

  private final long[] coefficients;
  private final int[] values;

  Banding(int slots) {
    coefficients = new long[slots];
    values = new int[slots];
  }

  /**
   * Adds an equation.
   *
   * @return its row, or one of the constants here
   */
  int add(int start, long equation, int value) {
    int row = start;
    while (coefficients[row] != 0) {
      equation ^= coefficients[row];
      value ^= values[row];
      if (equation == 0) {
        return value == 0 ? NO_ROW : CONTRADICTION;
      }
      int zeros = Long.numberOfTrailingZeros(equation);
      equation >>>= zeros;
      row += zeros;
    }
    coefficients[row] = equation;
    values[row] = value;
    return row;
  }

  /** Takes back an equation. REQUIRES: all that were added after it have been taken back. */
  void clear(int row) {
    coefficients[row] = 0;
    values[row] = 0;
  }

  /** How many columns are solved at a time. */
  static final int TOGETHER = 4;

  /**
   * The solution of some columns for one block of 64 slots, from the last slot to the first. Each
   * step of a column waits for the one before; the columns' steps are done side by side.
   *
   * @param column the first column; a column is the bit of the values that it is about
   * @param solutions those of the block after this one, which are replaced
   */
  void solve(int block, int column, long[] solutions) {
    long solution0 = solutions[0];
    long solution1 = solutions[1];
    long solution2 = solutions[2];
    long solution3 = solutions[3];
    int first = block << RibbonLayer.BLOCK_LOG;
    for (int row = first + RibbonLayer.BLOCK_SLOTS - 1; row >= first; row--) {
      long equation = coefficients[row];
      int value = values[row] >>> column;
      solution0 = extended(solution0, equation, value);
      solution1 = extended(solution1, equation, value >>> 1);
      solution2 = extended(solution2, equation, value >>> 2);
      solution3 = extended(solution3, equation, value >>> 3);
    }
    solutions[0] = solution0;
    solutions[1] = solution1;
    solutions[2] = solution2;
    solutions[3] = solution3;
  }

  /** The solution with a slot more at its front. A free slot has no equation, and is 0. */
  private static long extended(long solution, long equation, int value) {
    long shifted = solution << 1;
    return shifted | (Long.bitCount(equation & shifted) ^ value) & 1;
  }
}
