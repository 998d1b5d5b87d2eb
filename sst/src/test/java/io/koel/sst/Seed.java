package io.koel.sst;

import java.util.Random;

/** The random source of a test; {@code -Pseed=N} replays a run. */
final class Seed {

  private Seed() {}

  static Random random(Class<?> test) {
    long seed = Long.getLong("koel.seed", System.nanoTime());
    System.out.println(test.getSimpleName() + " seed " + seed);
    return new Random(seed);
  }
}
