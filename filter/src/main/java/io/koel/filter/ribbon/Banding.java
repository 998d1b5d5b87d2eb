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

  /**
   * The solution of one column for one block of 64 slots, from the last slot to the first.
   *
   * @param column the bit of the values that it is about
   * @param next the same column's solution of the block after this one
   */
  long solve(int block, int column, long next) {
    long solution = next;
    int first = block << RibbonLayer.BLOCK_LOG;
    for (int row = first + RibbonLayer.BLOCK_SLOTS - 1; row >= first; row--) {
      solution <<= 1;
      int known = Long.bitCount(coefficients[row] & solution);
      // A free slot has no equation, and is 0.
      solution |= (known ^ values[row] >>> column) & 1;
    }
    return solution;
  }
}
