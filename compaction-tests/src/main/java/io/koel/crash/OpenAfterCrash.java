package io.koel.crash;

import static io.koel.crash.Scenarios.require;

import io.koel.Durability;
import io.koel.Options;
import io.koel.Stats;
import java.io.IOException;

/** A store that was not closed is opened: logs are replayed, what was left over is deleted. */
final class OpenAfterCrash implements Scenario {

  @Override
  public String name() {
    return "open-after-crash";
  }

  @Override
  public Options options() {
    return Scenarios.options();
  }

  @Override
  public boolean preparingCrashes() {
    return true;
  }

  @Override
  public void prepare(Player player) throws IOException {
    player.open();
    player.putAll(0, 150);
    player.settle();
    for (int i = 0; i < 300; i++) {
      Durability durability = i % 10 == 9 ? Durability.SYNC : Durability.NONE;
      if (i % 3 == 0) {
        player.delete(player.random().nextInt(200), durability);
      } else {
        player.put(player.random().nextInt(200), durability);
      }
    }
  }

  /** Opening is the work; a few writes show that the store can take them. */
  @Override
  public void play(Player player) throws IOException {
    for (int i = 0; i < 10; i++) {
      player.put(i, i == 4 ? Durability.SYNC : Durability.NONE);
    }
  }

  @Override
  public void requireCovered(Player player, Stats stats) {
    require(player.history().size() > 150, "a store with something in it");
  }
}
