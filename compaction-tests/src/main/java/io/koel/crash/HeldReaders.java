package io.koel.crash;

import static io.koel.crash.Scenarios.require;

import io.koel.Cursor;
import io.koel.Durability;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.Stats;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;

/**
 * A snapshot and cursors are held while what they read is deleted, marked and compacted away, and
 * when the power goes: files that only they need are there then, and entries that only they see.
 */
final class HeldReaders implements Scenario {

  private Stats whileHeld;

  @Override
  public String name() {
    return "held-readers";
  }

  @Override
  public Options options() {
    return Scenarios.options().withTableBytes(1 << 10).withLevelBaseBytes(1 << 10);
  }

  @Override
  public void prepare(Player player) throws IOException {
    player.open();
    player.putAll(0, 120);
    player.settle();
    player.compact();
    for (int i = 0; i < 120; i += 5) {
      player.delete(i, Durability.NONE);
    }
    player.settle();
  }

  /** Nothing is closed when a call fails: whoever loses power does not come to that. */
  @Override
  public void play(Player player) throws IOException {
    var expected = player.history().stateAfter(player.history().size());
    // The cursor before the snapshot hides nothing from compactions but its files.
    Cursor cursor = player.db().scan();
    Iterator<Map.Entry<byte[], byte[]>> shown = expected.entrySet().iterator();
    for (int i = 0; i < 20; i++) {
      requireNext(cursor, shown);
    }
    deleteSome(player, 1);
    var frozen = player.history().stateAfter(player.history().size());
    Snapshot snapshot = player.db().snapshot();
    Cursor frozenCursor = snapshot.scanReverse(null, null);
    deleteSome(player, 2);
    player.compact();
    whileHeld = player.db().stats();

    while (shown.hasNext()) {
      requireNext(cursor, shown);
    }
    require(!cursor.next(), "a cursor that ends where it shall");
    cursor.close();
    Audit.requireEqual(frozen, Audit.read(frozenCursor), "a held cursor of a snapshot");
    Audit.requireEqual(frozen, Audit.read(snapshot.scan()), "a held snapshot");
    snapshot.close();
    player.settle();
  }

  private static void deleteSome(Player player, int first) throws IOException {
    for (int i = first; i < 120; i += 5) {
      if (i % 4 == 0) {
        player.put(i, Durability.NONE);
      } else {
        player.delete(i, i % 15 == 1 ? Durability.SYNC : Durability.NONE);
      }
    }
    player.settle();
  }

  private static void requireNext(Cursor cursor, Iterator<Map.Entry<byte[], byte[]>> shown)
      throws IOException {
    Map.Entry<byte[], byte[]> entry = shown.next();
    boolean right =
        cursor.next()
            && Arrays.equals(entry.getKey(), cursor.key())
            && Arrays.equals(entry.getValue(), cursor.value());
    if (!right) {
      throw new AssertionError("a held cursor does not show " + new String(entry.getKey()));
    }
  }

  @Override
  public void requireCovered(Player player, Stats stats) {
    require(whileHeld.snapshots() == 1, "a snapshot that is held");
    require(whileHeld.background().compactions() > 0, "compactions meanwhile");
    require(stats.tombstones().keysMarked() > 0, "keys that are marked dead");
  }
}
