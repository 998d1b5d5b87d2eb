package io.koel.crash;

import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.Stats.WriteStats;
import io.koel.engine.files.FileNames;
import io.koel.faults.FaultPlan;
import io.koel.faults.FaultyStorage;
import io.koel.faults.History;
import io.koel.faults.Injected;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Random;

/**
 * Uses a store whose storage fails now and then, life after life. Every answer is the right one or
 * an {@link IOException}. When all is well again, the store opens, nothing that was promised is
 * missing, and no half-done work is left.
 */
public final class FaultHarness {

  /** What goes wrong. */
  public enum Trouble {
    ERRORS,
    SHORT_READS,
    FAILING_SYNCS,
    FULL_DISK,
    /** Nothing fails, but calls take long, those of flushes and compactions longest. */
    LATENCY
  }

  private static final int KEYS = 300;
  private static final int MAX_STEPS = 600;
  private static final int OPEN_ATTEMPTS = 30;

  private final Trouble trouble;
  private final Random random;
  private final Options options;
  private final History history = new History();
  private StrictStorage disk = new StrictStorage();
  private long faults;
  private long operations;
  private long stalls;
  private long stalledNanos;

  public FaultHarness(Trouble trouble, long seed) {
    this.trouble = trouble;
    this.random = new Random(seed);
    this.options = optionsFor(trouble);
  }

  private static Options optionsFor(Trouble trouble) {
    Options options = Scenarios.options().withTableBytes(1 << 10);
    // Writers shall fill a memtable while another one is still being flushed.
    return trouble == Trouble.LATENCY
        ? options.withMemtableBytes(1 << 10).withMaxMemtables(2)
        : options;
  }

  /** How many calls were made to fail. */
  public long faults() {
    return faults;
  }

  /** How many operations were tried. */
  public long operations() {
    return operations;
  }

  /** How often writers were slowed down or stopped, by the stores' statistics. */
  public long stalls() {
    return stalls;
  }

  /** How long that took in all, by the stores' statistics. */
  public long stalledNanos() {
    return stalledNanos;
  }

  /** Opens the store amid trouble, uses it until writes are refused, and judges what is left. */
  public void life() throws IOException {
    FaultyStorage storage = new FaultyStorage(disk);
    Player player = new Player(storage, options, history, random.nextLong());
    makeTrouble(storage);
    if (openAmidTrouble(player)) {
      use(player);
      countStalls(player.db().stats().writes());
    }
    closeAnyhow(player);
    faults += storage.faults();
    if (random.nextBoolean()) {
      disk.cutPower();
      disk = disk.afterPowerCut(random.nextLong());
    }
    try (Koel db = Koel.open(disk, options)) {
      history.continueFrom(Audit.content(db, history, KEYS));
      db.awaitIdle();
    }
    Audit.noOrphans(disk);
  }

  private void countStalls(WriteStats writes) {
    long counted = writes.slowdowns() + writes.stops();
    // Not the other way round: the reason to wait may have gone in between.
    if (counted == 0 && writes.stalledNanos() > 0) {
      throw new AssertionError("time without stalls: " + writes);
    }
    stalls += counted;
    stalledNanos += writes.stalledNanos();
  }

  private void makeTrouble(FaultyStorage storage) {
    long seed = random.nextLong();
    switch (trouble) {
      case ERRORS -> storage.setPlan(FaultPlan.atRate(seed, 32, 128));
      case SHORT_READS -> storage.setPlan(FaultPlan.shortReads(seed, 64));
      case FAILING_SYNCS -> storage.setPlan(FaultPlan.failingSyncs(seed, 24));
      case FULL_DISK -> storage.setRoom(random.nextInt(60_000));
      case LATENCY -> storage.setPlan(latency(seed));
    }
  }

  private static FaultPlan latency(long seed) {
    return FaultPlan.slow(seed, 16, 200_000, (call, name) -> true)
        .then(
            FaultPlan.slow(
                seed + 1,
                2,
                2_000_000,
                (call, name) ->
                    call == StorageCall.SYNC && FileNames.tableNumber(name).isPresent()));
  }

  private static boolean openAmidTrouble(Player player) {
    for (int i = 0; i < OPEN_ATTEMPTS; i++) {
      try {
        player.open();
        return true;
      } catch (IOException failed) {
        Injected.requireCauseOf(failed);
        closeAnyhow(player);
      }
    }
    return false;
  }

  private static void closeAnyhow(Player player) {
    try {
      if (player.db() != null) {
        player.requireInjectedFailures();
      }
      player.close();
    } catch (IOException expected) {
      // It is closed; what it could not store is judged later.
      Injected.requireCauseOf(expected);
    }
  }

  private void use(Player player) throws IOException {
    for (int i = 0; i < MAX_STEPS; i++) {
      operations++;
      try {
        if (i % 4 == 3) {
          look(player.db());
        } else {
          player.randomStep(KEYS);
        }
      } catch (IOException failed) {
        Injected.requireCauseOf(failed);
        if (player.db().stats().failure() != null) {
          lookAfterFailure(player.db());
          return;
        }
      }
    }
  }

  private void look(Koel db) throws IOException {
    NavigableMap<byte[], byte[]> expected = history.state();
    byte[] key = Player.key(random.nextInt(KEYS));
    switch (random.nextInt(10)) {
      case 0 -> Audit.requireEqual(expected, Audit.read(db.scan()), "a scan");
      case 1 -> {
        try (Snapshot snapshot = db.snapshot()) {
          requireRight(expected.get(key), snapshot.get(key), key);
        }
      }
      default -> requireRight(expected.get(key), db.get(key), key);
    }
  }

  /** A store that refuses writes still reads; only the last write may be there or not. */
  private void lookAfterFailure(Koel db) {
    NavigableMap<byte[], byte[]> before = history.stateAfter(Math.max(0, history.size() - 1));
    for (int i = 0; i < KEYS; i++) {
      byte[] key = Player.key(i);
      try {
        byte[] found = db.get(key);
        if (!Arrays.equals(before.get(key), found)) {
          requireRight(history.state().get(key), found, key);
        }
      } catch (IOException failed) {
        // Reads may fail too.
        Injected.requireCauseOf(failed);
      }
    }
  }

  private static void requireRight(byte[] expected, byte[] found, byte[] key) {
    if (!Arrays.equals(expected, found)) {
      throw new AssertionError(
          new String(key)
              + " has "
              + Arrays.toString(found)
              + " instead of "
              + Arrays.toString(expected));
    }
  }
}
