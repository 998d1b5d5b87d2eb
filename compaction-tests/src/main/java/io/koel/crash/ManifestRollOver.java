package io.koel.crash;

import static io.koel.crash.Scenarios.require;

import io.koel.Durability;
import io.koel.Options;
import io.koel.Stats;
import io.koel.engine.files.CurrentFile;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The manifest grows too long again and again, and CURRENT changes while tables come and go. */
final class ManifestRollOver implements Scenario {

  private long manifestBefore;

  @Override
  public String name() {
    return "manifest-roll-over";
  }

  @Override
  public Options options() {
    return Scenarios.options().withManifestBytes(1 << 10);
  }

  @Override
  public void prepare(Player player) throws IOException {
    player.open();
    player.putAll(0, 60);
    player.settle();
  }

  @Override
  public void play(Player player) throws IOException {
    manifestBefore = CurrentFile.read(player.storage());
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < 8; i++) {
        player.batch(120, 2, i == 7 ? Durability.SYNC : Durability.NONE);
      }
      player.settle();
    }
  }

  @Override
  public void requireCovered(Player player, Stats stats) {
    try {
      long now = CurrentFile.read(player.storage());
      require(now > manifestBefore, "a manifest that rolls over");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
