package io.koel.soak;

import io.koel.Options;
import io.koel.faults.StrictStorage;
import io.koel.metamorphic.MetamorphicRun;
import io.koel.metamorphic.OptionSets;
import io.koel.sst.FileStorage;
import io.koel.sst.ReadMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One history under two sets of options, and once more under both in turn. */
final class MetamorphicCampaign implements Campaign {

  private static final int OPERATIONS = 10_000;

  private final Path scratch;
  private final List<OptionSets.Named> sets = OptionSets.all();

  MetamorphicCampaign(Path scratch) {
    this.scratch = scratch;
  }

  @Override
  public String name() {
    return "metamorphic";
  }

  @Override
  public String counts() {
    return "seeds of 10,000 operations";
  }

  @Override
  public long aim() {
    return 1_000;
  }

  @Override
  public long run(long unit, long seed, Tally tally) throws IOException {
    int first = (int) (unit % sets.size());
    int second = (int) ((unit * 7 + 3) % sets.size());
    Options one = sets.get(first).options();
    Options two = sets.get(second).options();
    long expected = play(unit + "-a", List.of(one), seed);
    if (play(unit + "-b", List.of(two), seed) != expected
        || play(unit + "-c", List.of(one, two), seed) != expected) {
      throw new AssertionError(sets.get(first) + " and " + sets.get(second) + " differ");
    }
    tally.add("metamorphic operations", 3L * OPERATIONS);
    return 1;
  }

  private long play(String name, List<Options> options, long seed) throws IOException {
    boolean direct = options.stream().anyMatch(o -> o.readMode() == ReadMode.DIRECT);
    if (!direct) {
      return new MetamorphicRun(new StrictStorage(), options, seed).play(OPERATIONS);
    }
    // Only real files can be read past the page cache.
    Path directory = scratch.resolve("metamorphic-" + name);
    long digest = new MetamorphicRun(FileStorage.create(directory), options, seed).play(OPERATIONS);
    Soak.delete(directory);
    return digest;
  }
}
