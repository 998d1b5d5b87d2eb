package io.koel.crash;

import io.koel.Durability;
import io.koel.FilterDeletes;
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
import io.koel.sst.Compression;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
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

  /** One in so many steps. */
  private static final int ROOM_CHANGES = 100;

  private static final int CHECKPOINTS = 80;

  private final Trouble trouble;
  private final Random random;
  private final List<Options> optionSets;
  private final History history = new History();
  private StrictStorage disk = new StrictStorage();

  /** What is used in one life. */
  private FaultyStorage storage;

  private long faults;
  private long operations;
  private long checkpoints;
  private long stalls;
  private long stalledNanos;

  public FaultHarness(Trouble trouble, long seed) {
    this.trouble = trouble;
    this.random = new Random(seed);
    this.optionSets = optionsFor(trouble);
  }

  private static List<Options> optionsFor(Trouble trouble) {
    Options options = Scenarios.options().withTableBytes(1 << 10);
    if (trouble == Trouble.LATENCY) {
      // Writers shall fill a memtable while another one is still being flushed.
      return List.of(options.withMemtableBytes(1 << 10).withMaxMemtables(2));
    }
    return List.of(
        options,
        options.withFilterPolicy("cuckoo(bits=4)").withManifestBytes(1 << 10),
        options.withFilterPolicy("bloom(bits=4)").withFilterDeletes(FilterDeletes.DEAD_SET),
        options.withFilterPolicy("quotient(fpp=0.2)").withMemtableBytes(1 << 10),
        options.withFilterDeletes(FilterDeletes.OFF).withBackgroundThreads(1),
        options.withDurability(Durability.SYNC).withBackgroundThreads(4),
        options.withLevel0Triggers(1, 1, 2).withMaxMemtables(2).withCompression(Compression.LZ4));
  }

  private Options someOptions() {
    return optionSets.get(random.nextInt(optionSets.size()));
  }

  /** How many calls were made to fail. */
  public long faults() {
    return faults;
  }

  /** How many operations were tried. */
  public long operations() {
    return operations;
  }

  /** How many checkpoints were completed. */
  public long checkpoints() {
    return checkpoints;
  }

  /** How often writers were slowed down or stopped, by the stores' statistics. */
  public long stalls() {
    return stalls;
  }

  /** How long that took in all, by the stores' statistics. */
  public long stalledNanos() {
    return stalledNanos;
  }

  /**
   * Opens the store amid trouble, uses it until writes are refused, perhaps opens it once more amid
   * the same, and judges what is left.
   */
  public void life() throws IOException {
    storage = new FaultyStorage(disk);
    storage.letFailedChangesHappen(random.nextLong());
    makeTrouble();
    do {
      session();
      changeRoom();
    } while (random.nextInt(3) == 0);
    faults += storage.faults();
    if (random.nextBoolean()) {
      disk.cutPower();
      disk = disk.afterPowerCut(random.nextLong());
    }
    try (Koel db = Koel.open(disk, someOptions())) {
      history.continueFrom(Audit.content(db, history, KEYS));
      db.awaitIdle();
    }
    Audit.noOrphans(disk);
  }

  private void session() throws IOException {
    Player player = new Player(storage, someOptions(), history, random.nextLong());
    if (openAmidTrouble(player)) {
      use(player);
      countStalls(player.db().stats().writes());
    }
    closeAnyhow(player);
  }

  /** Somebody deletes other files, or makes some. */
  private void changeRoom() {
    if (trouble == Trouble.FULL_DISK) {
      storage.setRoom(random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextInt(60_000));
    }
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

  private void makeTrouble() {
    long seed = random.nextLong();
    switch (trouble) {
      case ERRORS -> storage.setPlan(FaultPlan.atRate(seed, 32, 128));
      case SHORT_READS -> storage.setPlan(FaultPlan.shortReads(seed, 64));
      case FAILING_SYNCS -> storage.setPlan(FaultPlan.failingSyncs(seed, 24));
      case FULL_DISK -> changeRoom();
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
        if (random.nextInt(ROOM_CHANGES) == 0) {
          changeRoom();
        }
        if (i % 4 == 3) {
          look(player.db());
        } else if (random.nextInt(CHECKPOINTS) == 0) {
          checkpoint(player);
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

  /** One that was completed is there and whole, another one is whole or no database. */
  private void checkpoint(Player player) throws IOException {
    StrictStorage target = disk.sibling();
    FaultyStorage amidTrouble = new FaultyStorage(target);
    amidTrouble.letFailedChangesHappen(random.nextLong());
    amidTrouble.setPlan(storage.plan());
    boolean completed = false;
    try {
      player.checkpoint(amidTrouble);
      completed = true;
      checkpoints++;
    } finally {
      faults += amidTrouble.faults();
      judgeCheckpoint(target.afterPowerCut(random.nextLong()), completed);
    }
  }

  private void judgeCheckpoint(StrictStorage found, boolean completed) throws IOException {
    if (found.list().contains(FileNames.CURRENT)) {
      try (Koel db = Koel.open(found, someOptions())) {
        Audit.requireEqual(history.state(), Audit.read(db.scan()), "a checkpoint");
        db.verify();
      }
      Audit.noOrphans(found);
    } else if (completed) {
      throw new AssertionError("a completed checkpoint is gone");
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
