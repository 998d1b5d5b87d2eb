package io.koel.crash;

import io.koel.Cursor;
import io.koel.Durability;
import io.koel.Koel;
import io.koel.Options;
import io.koel.faults.History;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Damages a small database at one place, and looks whether it is noticed. Every answer must be the
 * right one or an {@link IOException}; anything else is a failure.
 *
 * <p>There are two databases: one was closed, the other one left open as by a crash, with writes
 * that only its log has.
 */
public final class DamageHarness {

  /** In which state the database is when it is damaged. */
  public enum State {
    CLOSED,
    LEFT_OPEN
  }

  /** What became of a damage. */
  public enum Outcome {
    REFUSED_AT_OPEN,
    NOTICED_WHEN_READ,
    NOTICED_BY_VERIFY,
    HARMLESS
  }

  private static final int KEYS = 70;

  private final Options options =
      Scenarios.options()
          .withTableBytes(1 << 10)
          .withLevelBaseBytes(1 << 10)
          .withLevelRatio(2)
          .withBlockCacheBytes(0);
  private final StrictStorage database;
  private final NavigableMap<byte[], byte[]> expected;

  public DamageHarness(State state, long seed) throws IOException {
    StrictStorage storage = new StrictStorage();
    Player player = new Player(storage, options, new History(), seed);
    player.open();
    player.putAll(0, 60);
    player.settle();
    player.compact();
    for (int round = 0; round < 3; round++) {
      player.putAll(5 * round, 5 * round + 3);
      for (int key = round; key < 60; key += 9) {
        player.delete(key, Durability.NONE);
      }
      player.settle();
    }
    player.put(61, Durability.NONE);
    player.delete(30, Durability.SYNC);
    if (state == State.CLOSED) {
      player.close();
      database = storage.copy();
    } else {
      player.put(62, Durability.SYNC);
      // Only the next record of a log proves that those before it were synced; so the very last
      // one may pass for torn, and must not matter.
      player.db().delete("nothing".getBytes(StandardCharsets.US_ASCII), Durability.SYNC);
      database = storage.copy();
      player.close();
    }
    expected = expected(player);
  }

  private static NavigableMap<byte[], byte[]> expected(Player player) {
    return player.history().stateAfter(player.history().size());
  }

  /** The undamaged database. */
  public StrictStorage database() {
    return database;
  }

  /**
   * Flips bits of one byte.
   *
   * @throws AssertionError if that gives a wrong answer
   */
  public Outcome flip(String file, int position, int xor) throws IOException {
    StrictStorage damaged = database.copy();
    damaged.damage(file, position, xor);
    try {
      return look(damaged);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          String.format("%s, byte %d flipped by %02x", file, position, xor & 0xff), e);
    }
  }

  /** Takes one file away. */
  public Outcome remove(String file) throws IOException {
    StrictStorage damaged = database.copy();
    damaged.delete(file);
    try {
      return look(damaged);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(file + " removed", e);
    }
  }

  private Outcome look(StrictStorage damaged) throws IOException {
    Koel db;
    try {
      db = Koel.open(damaged, options);
    } catch (IOException refused) {
      return Outcome.REFUSED_AT_OPEN;
    }
    try {
      boolean noticed = false;
      for (int i = 0; i < KEYS; i++) {
        noticed |= !getIsRight(db, Player.key(i));
      }
      noticed |= !scanIsRight(db.scan(), expected);
      noticed |= !scanIsRight(db.scanReverse(null, null), expected.descendingMap());
      if (noticed) {
        return Outcome.NOTICED_WHEN_READ;
      }
      db.verify();
      return Outcome.HARMLESS;
    } catch (IOException byVerify) {
      return Outcome.NOTICED_BY_VERIFY;
    } finally {
      closeAnyhow(db);
    }
  }

  /** The background may have met the damage too. */
  private static void closeAnyhow(Koel db) {
    try {
      db.close();
    } catch (IOException noticed) {
      // Nothing more is expected of it.
    }
  }

  /** False if the damage was noticed. */
  private boolean getIsRight(Koel db, byte[] key) {
    byte[] value;
    try {
      value = db.get(key);
    } catch (IOException noticed) {
      return false;
    }
    if (!Arrays.equals(expected.get(key), value)) {
      throw new AssertionError(
          "get(" + new String(key) + ") gives silently " + Arrays.toString(value));
    }
    return true;
  }

  /** False if the damage was noticed. What was shown before must be right all the same. */
  private static boolean scanIsRight(Cursor cursor, NavigableMap<byte[], byte[]> expected) {
    Iterator<Map.Entry<byte[], byte[]>> right = expected.entrySet().iterator();
    try (cursor) {
      while (cursor.next()) {
        Map.Entry<byte[], byte[]> entry = right.hasNext() ? right.next() : null;
        if (entry == null
            || !Arrays.equals(entry.getKey(), cursor.key())
            || !Arrays.equals(entry.getValue(), cursor.value())) {
          throw new AssertionError("a scan shows silently a wrong " + new String(cursor.key()));
        }
      }
    } catch (IOException noticed) {
      return false;
    }
    if (right.hasNext()) {
      throw new AssertionError("a scan silently lacks " + new String(right.next().getKey()));
    }
    return true;
  }
}
