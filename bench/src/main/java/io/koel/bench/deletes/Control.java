package io.koel.bench.deletes;

import io.koel.bench.engine.StoreSession;
import io.koel.bench.workload.KeySpace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Workloads in which filter deletes have nothing to win, so that only their cost is seen, however
 * small it is.
 *
 * <p>They write in steps smaller than a memtable and wait after each until nothing is left to
 * compact. When writes and compactions race, the same setting compacts half or twice as much from
 * one run to the next. And all columns do a step before any does the next, there and back, so that
 * what slows the machine for a while slows all of them.
 */
enum Control implements Scenario.Body {
  NO_DELETES {
    @Override
    void change(StoreSession session, KeySpace keys, long i) throws IOException {
      long number = keys.shuffled(i);
      session.put(keys.key(number), keys.value(number, 1));
    }
  },
  ABSENT_DELETES {
    @Override
    void change(StoreSession session, KeySpace keys, long i) throws IOException {
      byte[] key = new byte[KeySpace.KEY_BYTES];
      keys.fillMissing(key, keys.shuffled(i));
      session.delete(key);
    }
  },
  HELD_SNAPSHOT {
    @Override
    long changes(long entries) {
      return entries / 2;
    }

    @Override
    void beforeChanges(ControlSide side) throws IOException {
      side.holdSnapshot();
    }

    @Override
    void change(StoreSession session, KeySpace keys, long i) throws IOException {
      session.delete(keys.key(keys.shuffled(2 * i)));
    }
  };

  private static final int STEPS = 64;

  @Override
  public void run(List<Trial> trials) throws IOException {
    DeletesPlan plan = trials.get(0).plan();
    long entries = plan.entries() / 4;
    KeySpace keys = new KeySpace(entries, DeletesPlan.VALUE_BYTES, plan.seed());
    List<ControlSide> sides = new ArrayList<>();
    try {
      for (Trial trial : trials) {
        sides.add(new ControlSide(trial, entries));
      }
      inSteps(sides, entries, (session, i) -> load(session, keys, i));
      for (ControlSide side : sides) {
        side.endLoading();
        beforeChanges(side);
      }
      inSteps(sides, changes(entries), (session, i) -> change(session, keys, i));
      for (ControlSide side : sides) {
        side.measure(keys);
      }
    } finally {
      for (ControlSide side : sides) {
        side.close();
      }
    }
  }

  private static void inSteps(List<ControlSide> sides, long count, ControlSide.Operation operation)
      throws IOException {
    List<ControlSide> turns = new ArrayList<>(sides);
    long length = Math.max(1, count / STEPS);
    for (long from = 0; from < count; from += length) {
      for (ControlSide side : turns) {
        side.step(from, Math.min(from + length, count), operation);
      }
      Collections.reverse(turns);
    }
  }

  private static void load(StoreSession session, KeySpace keys, long i) throws IOException {
    long number = keys.shuffled(i);
    session.put(keys.key(number), keys.value(number, 0));
  }

  /** How many changes are made to a store of so many entries. */
  long changes(long entries) {
    return entries;
  }

  void beforeChanges(ControlSide side) throws IOException {}

  /** Makes one change to a loaded store. */
  abstract void change(StoreSession session, KeySpace keys, long i) throws IOException;
}
