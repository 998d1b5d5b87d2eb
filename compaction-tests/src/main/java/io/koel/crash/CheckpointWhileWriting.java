package io.koel.crash;

import static io.koel.crash.Scenarios.require;

import io.koel.Durability;
import io.koel.Options;
import io.koel.Stats;
import java.io.IOException;

/** A checkpoint is made, and the store goes on. */
final class CheckpointWhileWriting implements Scenario {

  @Override
  public String name() {
    return "checkpoint";
  }

  @Override
  public Options options() {
    return Scenarios.options();
  }

  @Override
  public void prepare(Player player) throws IOException {
    player.open();
    player.putAll(0, 150);
    player.settle();
    for (int i = 0; i < 150; i += 3) {
      player.delete(i, Durability.NONE);
    }
    player.settle();
  }

  @Override
  public void play(Player player) throws IOException {
    for (int i = 0; i < 10; i++) {
      player.put(200 + i, i == 5 ? Durability.SYNC : Durability.NONE);
    }
    player.checkpoint();
    for (int i = 0; i < 30; i++) {
      player.batch(200, 2, i % 10 == 9 ? Durability.SYNC : Durability.NONE);
    }
    player.settle();
  }

  @Override
  public void requireCovered(Player player, Stats stats) {
    require(player.hasCheckpoint(), "a checkpoint");
  }
}
