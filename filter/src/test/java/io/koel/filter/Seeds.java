package io.koel.filter;

import java.util.SplittableRandom;

/** The seed of random tests: another one in every run, printed, and given again to replay a run. */
public final class Seeds {

  /** {@code -Pseed=N} sets it. */
  private static final long SEED = Long.getLong("koel.seed", System.nanoTime());

  static {
    System.out.println("seed of the filter tests: " + SEED);
  }

  private Seeds() {}

  /** A generator that depends on the seed and a name alone, not on which tests ran before. */
  public static SplittableRandom random(Object name) {
    return new SplittableRandom(SEED ^ (long) name.toString().hashCode() << 32);
  }
}
