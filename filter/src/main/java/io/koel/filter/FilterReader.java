package io.koel.filter;

/**
 * A filter opened from a {@link FilterBlock}: immutable, lock-free, to be shared between threads.
 */
public interface FilterReader extends Filter {

  /** The number of distinct keys that the filter stands for. */
  long keyCount();

  /** The memory that the filter's payload takes. */
  long sizeInBytes();

  /**
   * The share of absent keys that this very filter is expected to let through, by its family's
   * formula with its actual widths and load. It is 0 for a filter without keys.
   */
  double expectedFalsePositiveRate();
}
