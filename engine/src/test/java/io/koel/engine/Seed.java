package io.koel.engine;

import java.util.Random;

/** Random numbers for tests: each run has others, and says how to have the same again. */
public final class Seed {

  private Seed() {}

  /** A generator whose seed is printed, and can be given by -Dkoel.seed. */
  public static Random random(String test) {
    long seed = Long.getLong("koel.seed", System.nanoTime());
    System.out.println(test + ": seed " + seed);
    return new Random(seed);
  }
}
