package io.koel.linear;

import org.jetbrains.kotlinx.lincheck.CTestStructure;
import org.jetbrains.kotlinx.lincheck.execution.RandomExecutionGenerator;
import org.jetbrains.lincheck.datastructures.CTestConfiguration;
import org.jetbrains.lincheck.datastructures.RandomProvider;

/**
 * Lincheck's random scenarios, others for each seed. By itself Lincheck makes the same ones in
 * every run: its source of seeds always begins alike and cannot be set. So some of its seeds are
 * passed over, as many as ours says. The seed is printed, and taken from -Pseed; it decides the
 * scenarios, while how threads interleave is up to the machine.
 */
public final class SeededScenarios extends RandomExecutionGenerator {

  private static final int VARIANTS = 1_000_003;

  /** Called by Lincheck. */
  public SeededScenarios(
      CTestConfiguration configuration, CTestStructure structure, RandomProvider seeds) {
    super(configuration, structure, passOver(seeds));
  }

  private static RandomProvider passOver(RandomProvider seeds) {
    long seed = Long.getLong("koel.seed", System.nanoTime());
    System.out.println("Lincheck: seed " + seed);
    for (long n = Math.floorMod(seed, VARIANTS); n > 0; n--) {
      seeds.createRandom();
    }
    return seeds;
  }
}
