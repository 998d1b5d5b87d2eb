package io.koel.crash;

import io.koel.Options;
import java.util.List;

/** The scripted scenarios. */
public final class Scenarios {

  private Scenarios() {}

  public static List<Scenario> all() {
    return List.of(
        new LogRollAndFlush(),
        new Level0Compaction(),
        new DeepCompaction(),
        new ManifestRollOver(),
        new CheckpointWhileWriting(),
        new OpenAfterCrash(),
        new HeldReaders());
  }

  /** A scenario by its name. */
  public static Scenario named(String name) {
    List<Scenario> all = all();
    return all.stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no scenario "
                        + name
                        + ", there are "
                        + all.stream().map(Scenario::name).toList()));
  }

  /** Options under which a few hundred entries make many tables on several levels. */
  static Options options() {
    return Options.defaults()
        // So few bits that keys share fingerprints all the time.
        .withFilterPolicy("semisorted-cuckoo(bits=5)")
        .withMemtableBytes(4 << 10)
        .withBlockBytes(128)
        .withBlockCacheBytes(64 << 10)
        .withTableBytes(2 << 10)
        .withLevelBaseBytes(4 << 10)
        .withLevelRatio(3)
        .withLevel0Triggers(2, 8, 12)
        .withManifestBytes(64 << 10)
        .withMaxOpenFiles(16);
  }

  static void require(boolean covered, String what) {
    if (!covered) {
      throw new AssertionError("the scenario does not cover: " + what);
    }
  }
}
