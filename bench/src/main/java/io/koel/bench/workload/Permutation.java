package io.koel.bench.workload;

/**
 * A random order of the numbers 0 to n-1, by seed, that takes no memory.
 *
 * <p>A Feistel network permutes the next larger power of four; a result outside of the range is
 * permuted again, which ends because a permutation's cycles return. Source: Black and Rogaway,
 * "Ciphers with arbitrary finite domains", 2002.
 */
public final class Permutation {

  private static final int ROUNDS = 4;

  private final long size;
  private final int halfBits;
  private final long halfMask;
  private final long[] roundKeys = new long[ROUNDS];

  public Permutation(long size, long seed) {
    if (size < 1) {
      throw new IllegalArgumentException("size " + size + " is below 1");
    }
    this.size = size;
    int bits = 64 - Long.numberOfLeadingZeros(size - 1);
    this.halfBits = Math.max(1, (bits + 1) / 2);
    this.halfMask = (1L << halfBits) - 1;
    for (int round = 0; round < ROUNDS; round++) {
      roundKeys[round] = Mix.mix(seed + round);
    }
  }

  /** Where {@code position} of the order leads; each number is met once. */
  public long at(long position) {
    long index = position;
    do {
      index = permuted(index);
    } while (index >= size);
    return index;
  }

  public long size() {
    return size;
  }

  private long permuted(long number) {
    long left = number >>> halfBits;
    long right = number & halfMask;
    for (long key : roundKeys) {
      long next = left ^ (Mix.mix(right ^ key) & halfMask);
      left = right;
      right = next;
    }
    return left << halfBits | right;
  }
}
