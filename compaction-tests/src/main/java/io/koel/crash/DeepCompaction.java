package io.koel.crash;

import static io.koel.crash.Scenarios.require;

import io.koel.Durability;
import io.koel.Options;
import io.koel.Stats;
import java.io.IOException;

/**
 * Tombstones go down through several levels: older tables below are marked, their filters forget,
 * and tombstones are dropped early.
 */
final class DeepCompaction implements Scenario {

  private long generationsBefore;

  @Override
  public String name() {
    return "deep-compaction";
  }

  @Override
  public Options options() {
    return Scenarios.options()
        .withTableBytes(1 << 10)
        .withLevelBaseBytes(1 << 10)
        .withLevelRatio(2);
  }

  @Override
  public void prepare(Player player) throws IOException {
    player.open();
    player.putAll(0, 400);
    player.settle();
    player.compact();
    player.putAll(50, 150);
    player.settle();
  }

  @Override
  public void play(Player player) throws IOException {
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < 25; i++) {
        // Some of these keys never existed, but the filters say maybe to many of them.
        int key = player.random().nextInt(CrashHarness.KEYS);
        if (i % 5 == 4) {
          player.put(key, Durability.NONE);
        } else {
          player.delete(key, Durability.NONE);
        }
      }
      player.settle();
    }
    // The same keys again: deleted twice, and some put again after their tombstones are gone.
    for (int i = 0; i < 60; i++) {
      int key = i * 7;
      if (i % 3 == 0) {
        player.put(key, Durability.NONE);
      } else {
        player.delete(key, Durability.NONE);
      }
    }
    player.settle();
    player.compact(100, 200);
    // Nothing but tombstones, which all die: a compaction that writes a generation and no table.
    player.compact();
    generationsBefore = player.db().stats().tombstones().generationsWritten();
    for (int i = 0; i < 30; i++) {
      player.delete(300 + i, Durability.NONE);
      if (i % 15 == 14) {
        player.settle();
      }
    }
  }

  @Override
  public void requireCovered(Player player, Stats stats) {
    Stats.TombstoneStats tombstones = stats.tombstones();
    require(tombstones.droppedByFilter() > 0, "tombstones that a filter lets go");
    require(tombstones.droppedByMark() > 0, "tombstones that go because their keys are dead");
    require(generationsBefore > 0, "filters that forget");
    long left = stats.levels().stream().mapToLong(level -> level.tombstones()).sum();
    require(
        left == 0 && tombstones.generationsWritten() > generationsBefore,
        "a compaction that writes a generation and no table");
  }
}
