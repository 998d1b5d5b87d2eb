package io.koel.crash;

import io.koel.Options;
import io.koel.Stats;
import java.io.IOException;

/** A script that leads a store through one kind of work, during which the power may be cut. */
public interface Scenario {

  String name();

  Options options();

  /** Whether preparing is cut off by a loss of power at some late call, instead of closing. */
  default boolean preparingCrashes() {
    return false;
  }

  /** What happens before the power is at risk. It leaves the store open. */
  void prepare(Player player) throws IOException;

  /**
   * The work during which the power is cut at some call, opening before and closing after included.
   */
  void play(Player player) throws IOException;

  /**
   * Fails unless an undisturbed run did what the scenario is for.
   *
   * @param stats of the store at the end of {@link #play}
   */
  void requireCovered(Player player, Stats stats);
}
