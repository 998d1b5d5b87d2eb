package io.koel.scenario;

import java.util.Random;

/** The seeds of random tests: printed, and taken from -Pseed to replay a failure. */
final class Seeds {

  private Seeds() {}

  /** A random source; {@code what} names the test in the printed line. */
  static Random random(String what) {
    long seed = Long.getLong("koel.seed", System.nanoTime());
    System.out.println(what + ": seed " + seed);
    return new Random(seed);
  }
}
