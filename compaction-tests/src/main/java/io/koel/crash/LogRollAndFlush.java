package io.koel.crash;

import static io.koel.crash.Scenarios.require;

import io.koel.Durability;
import io.koel.Options;
import io.koel.Stats;
import java.io.IOException;

/** Memtables fill up, logs follow each other, and tables of level 0 come of it. */
final class LogRollAndFlush implements Scenario {

  @Override
  public String name() {
    return "log-roll-and-flush";
  }

  @Override
  public Options options() {
    return Scenarios.options().withLevel0Triggers(8, 20, 30);
  }

  @Override
  public void prepare(Player player) throws IOException {
    player.open();
    player.putAll(0, 30);
    player.close();
  }

  @Override
  public void play(Player player) throws IOException {
    for (int i = 0; i < 160; i++) {
      int key = player.random().nextInt(100);
      Durability durability = i % 9 == 8 ? Durability.SYNC : Durability.NONE;
      switch (i % 5) {
        case 0, 1, 2 -> player.put(key, durability);
        case 3 -> player.delete(key, durability);
        default -> player.batch(100, 3, durability);
      }
    }
  }

  @Override
  public void requireCovered(Player player, Stats stats) {
    require(stats.background().flushes() >= 2, "a memtable that fills up");
  }
}
