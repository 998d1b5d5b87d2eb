package io.koel.crash;

import static io.koel.crash.Scenarios.require;

import io.koel.Durability;
import io.koel.Options;
import io.koel.Stats;
import java.io.IOException;

/** Overlapping tables of level 0 are merged with the level below. */
final class Level0Compaction implements Scenario {

  @Override
  public String name() {
    return "level-0-compaction";
  }

  @Override
  public Options options() {
    return Scenarios.options();
  }

  @Override
  public void prepare(Player player) throws IOException {
    player.open();
    player.putAll(0, 100);
    player.settle();
  }

  @Override
  public void play(Player player) throws IOException {
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < 20; i++) {
        int key = player.random().nextInt(140);
        if (i % 3 == 2) {
          player.delete(key, Durability.NONE);
        } else {
          player.put(key, Durability.NONE);
        }
      }
      player.sync();
      player.settle();
    }
  }

  @Override
  public void requireCovered(Player player, Stats stats) {
    require(stats.background().compactions() >= 2, "compactions of level 0");
    require(stats.background().entriesDropped() > 0, "entries that are dropped");
  }
}
