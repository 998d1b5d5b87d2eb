package io.koel.crash;

import io.koel.Koel;
import io.koel.Options;
import io.koel.engine.files.FileNames;
import io.koel.faults.History;
import io.koel.faults.Injected;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.Random;

/**
 * Plays one scenario again and again, each time with the power cut at another storage call, and
 * looks at what each of several survival seeds leaves.
 *
 * <p>Background threads make calls too, so that the k-th call of two runs need not be the same one;
 * but every call of every run is some k-th call.
 */
public final class CrashHarness {

  /** How many keys scenarios use. */
  static final int KEYS = 420;

  private static final int SECOND_LIFE_STEPS = 40;
  private static final int SECOND_LIFE_CALLS = 120;

  private final Scenario scenario;
  private final Options options;
  private final long seed;
  private long preparingCalls;
  private long clones;

  public CrashHarness(Scenario scenario, long seed) {
    this.scenario = scenario;
    this.options = scenario.options();
    this.seed = seed;
  }

  /** How many crashed storages were opened and judged. */
  public long clones() {
    return clones;
  }

  /**
   * Plays without a cut; returns how many calls there are to cut at.
   *
   * @throws AssertionError as {@link #cutAt}
   */
  public long calls() throws IOException {
    try {
      return playUncut();
    } catch (IOException | RuntimeException | AssertionError e) {
      throw described("without a cut", 0, e);
    }
  }

  private long playUncut() throws IOException {
    Machine machine = prepared();
    long before = machine.storage.calls();
    machine.player.open();
    scenario.play(machine.player);
    // What the background is still at counts as covered too: a busy machine only does it later.
    machine.player.db().awaitIdle();
    scenario.requireCovered(machine.player, machine.player.db().stats());
    machine.player.close();
    long calls = machine.storage.calls() - before;
    judge(machine, machine.storage.copy(), 0);
    return calls;
  }

  /**
   * Cuts the power at one call, counted from 1, and judges what is left.
   *
   * @throws AssertionError if anything is lost or broken; the message says how to repeat it
   */
  public void cutAt(long call, int survivalSeeds) throws IOException {
    String where = "cut at call " + call;
    Machine machine;
    try {
      machine = playUntilCut(call);
    } catch (IOException | RuntimeException | AssertionError e) {
      throw described(where, call, e);
    }
    for (int i = 0; i < survivalSeeds; i++) {
      long survival = seed * 31 + call * 1009 + i;
      try {
        judge(machine, machine.storage.afterPowerCut(survival), survival);
      } catch (IOException | RuntimeException | AssertionError e) {
        throw described(where + ", survival seed " + survival, call, e);
      }
    }
  }

  private Machine playUntilCut(long call) throws IOException {
    Machine machine = prepared();
    long before = machine.storage.calls();
    machine.storage.cutPowerAtCall(before + call);
    try {
      machine.player.open();
      scenario.play(machine.player);
      machine.player.close();
    } catch (IOException e) {
      Injected.requireCauseOf(e);
    } finally {
      closeInTheDark(machine.storage, machine.player);
    }
    return machine;
  }

  /** Ends the threads of a store whose storage has no power. */
  private static void closeInTheDark(StrictStorage storage, Player player) {
    storage.cutPower();
    Koel db = player.db();
    if (db != null) {
      try {
        player.requireInjectedFailures();
        db.close();
      } catch (IOException expected) {
        // Without power it cannot flush; it must give up, that is all.
        Injected.requireCauseOf(expected);
      }
    }
  }

  private void judge(Machine machine, StrictStorage survivor, long survival) throws IOException {
    clones++;
    History lived = machine.player.history();
    History history = openAndAudit(survivor, lived);
    secondLife(survivor, history, survival);
    judgeCheckpoint(machine, survival);
  }

  /** Opens what is left, checks it and closes it; the history goes on from what was found. */
  private History openAndAudit(StrictStorage survivor, History lived) throws IOException {
    History history;
    try (Koel db = Koel.open(survivor, options)) {
      history = lived.branch(Audit.content(db, lived, KEYS));
      db.awaitIdle();
    }
    Audit.noOrphans(survivor);
    return history;
  }

  /** The survivor is written to, crashes again, and is judged again. */
  private void secondLife(StrictStorage survivor, History history, long survival)
      throws IOException {
    Player player = new Player(survivor, options, history, survival);
    survivor.cutPowerAtCall(survivor.calls() + 1 + player.random().nextInt(SECOND_LIFE_CALLS));
    try {
      player.open();
      for (int i = 0; i < SECOND_LIFE_STEPS; i++) {
        player.randomStep(KEYS);
      }
    } catch (IOException e) {
      Injected.requireCauseOf(e);
    }
    closeInTheDark(survivor, player);
    StrictStorage again = survivor.afterPowerCut(survival + 1);
    History found = openAndAudit(again, history);
    try (Koel db = Koel.open(again, options)) {
      int steps = Audit.content(db, found, KEYS);
      if (steps != found.size()) {
        throw new AssertionError("a store that was closed in order lost something");
      }
    }
  }

  /**
   * A checkpoint is whole, or no database; one that was completed is there. It can live as any
   * other store, and crash again.
   */
  private void judgeCheckpoint(Machine machine, long survival) throws IOException {
    int steps = machine.player.checkpointStart();
    if (steps < 0) {
      return;
    }
    StrictStorage target =
        machine.storage.isPowerOff()
            ? machine.target.afterPowerCut(survival)
            : machine.target.copy();
    if (target.list().contains(FileNames.CURRENT)) {
      History lived = machine.player.history().branch(steps);
      try (Koel db = Koel.open(target, options)) {
        Audit.requireEqual(lived.state(), Audit.read(db.scan()), "the checkpoint");
        Audit.content(db, lived, KEYS);
      }
      Audit.noOrphans(target);
      secondLife(target, lived, survival + 2);
    } else if (machine.player.hasCheckpoint()) {
      throw new AssertionError("a completed checkpoint is gone");
    }
  }

  /** A failure with the command that repeats it, as far as a seed decides it. */
  private AssertionError described(String where, long call, Throwable failure) {
    return new AssertionError(
        String.format(
            "scenario %s, seed %d, %s; again: %s",
            scenario.name(), seed, where, command(scenario, seed, call)),
        failure);
  }

  /** The command that cuts at a call again; 0 stands for no cut. */
  public static String command(Scenario scenario, long seed, long call) {
    return String.format(
        "./gradlew soak -Pseed=%d -Pargs=\"--only=crash --scenario=%s --call=%d\"",
        seed, scenario.name(), call);
  }

  private Machine prepared() throws IOException {
    Machine machine = new Machine(new StrictStorage(), new History());
    if (!scenario.preparingCrashes()) {
      scenario.prepare(machine.player);
      machine.player.close();
      return machine;
    }
    if (preparingCalls == 0) {
      scenario.prepare(machine.player);
      preparingCalls = machine.storage.calls();
      closeInTheDark(machine.storage, machine.player);
      machine = new Machine(new StrictStorage(), new History());
    }
    long late = preparingCalls * 2 / 3 + new Random(seed).nextInt((int) preparingCalls / 3);
    machine.storage.cutPowerAtCall(late);
    try {
      scenario.prepare(machine.player);
    } catch (IOException e) {
      Injected.requireCauseOf(e);
    }
    closeInTheDark(machine.storage, machine.player);
    return new Machine(machine.storage.afterPowerCut(seed), machine.player.history());
  }

  private final class Machine {

    final StrictStorage storage;
    final StrictStorage target;
    final Player player;

    Machine(StrictStorage storage, History history) {
      this.storage = storage;
      this.target = storage.sibling();
      this.player = new Player(storage, target, options, history, seed);
    }
  }
}
