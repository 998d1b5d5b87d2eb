package io.koel.soak;

import java.io.IOException;

/** One kind of test that can go on for ever, in units that a seed decides. */
interface Campaign {

  /** As given to {@code --only}. */
  String name();

  /** What {@link #run} counts, such as "crash clones". */
  String counts();

  /** How many of these a full soak has. */
  long aim();

  /**
   * Runs one unit.
   *
   * @param unit 0, 1, 2 ...; no two threads get the same
   * @param seed decides everything that is random
   * @return how many were done of what {@link #counts} names
   * @throws AssertionError if something is lost or broken
   */
  long run(long unit, long seed, Tally tally) throws IOException;

  /**
   * The command that runs a unit again.
   *
   * @param soakSeed the seed of the soak, from which the unit's own was made
   */
  default String again(long soakSeed, long unit, long seed) {
    return String.format(
        "./gradlew soak -Pseed=%d -Pargs=\"--only=%s --unit=%d\"", soakSeed, name(), unit);
  }
}
