package io.koel.scenario;

import java.util.Random;

/** The seeds of random tests: printed, and taken from -Pseed to replay a failure. */
final class Seeds {

  private Seeds() {}

  /** A random source; {@code what} names the test in the printed line. */
  static Random random(String what) {
    return new Random(next(what));
  }

  /** The seed itself, for those who make their own source of it. */
  static long next(String what) {
    long seed = Long.getLong("koel.seed", System.nanoTime());
    System.out.println(what + ": seed " + seed);
    return seed;
  }
}
