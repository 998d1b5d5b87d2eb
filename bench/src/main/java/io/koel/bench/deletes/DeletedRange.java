package io.koel.bench.deletes;

import io.koel.bench.deletes.Trial.Lookups;
import io.koel.bench.workload.KeySpace;
import java.io.IOException;

/** The middle half of all keys is deleted in order; scans begin before it and end behind it. */
final class DeletedRange implements Scenario.OneByOne {

  static final String STEPPED_OVER = "entries stepped over per entry";

  private static final int SCANS = 20;
  private static final long MARGIN = 500;

  @Override
  public void run(Trial trial) throws IOException {
    long entries = trial.plan().entries() / 4;
    KeySpace keys = new KeySpace(entries, DeletesPlan.VALUE_BYTES, trial.plan().seed());
    long from = entries / 4;
    long to = entries - from;
    try (Subject store = trial.open(entries)) {
      Trial.load(store, keys, 0, entries);
      store.compactAll();
      Cost start = store.cost();
      long began = System.nanoTime();
      for (long number = from; number < to; number++) {
        store.session().delete(keys.key(number));
      }
      store.compactTombstones();
      double seconds = (System.nanoTime() - began) / 1e9;
      long margin = Math.min(MARGIN, from);
      Cost before = store.cost();
      long scanBegan = System.nanoTime();
      for (int i = 0; i < SCANS; i++) {
        if (store.session().scan(keys.key(from - margin), 2 * margin) != 2 * margin) {
          throw new IOException("a wrong answer: the scan over the range came to an end");
        }
      }
      double scanSeconds = (System.nanoTime() - scanBegan) / 1e9;
      Cost scans = store.cost().minus(before);
      double given = SCANS * 2.0 * margin;
      trial.measure(STEPPED_OVER, Unit.RATIO, scans.steppedOver() / given);
      trial.measure("disk reads per scan", Unit.RATIO, (double) scans.diskReads() / SCANS);
      trial.measure("scans per second", Unit.RATIO, SCANS / scanSeconds);
      measureLookups(trial, store, keys, from, to);
      trial.measureRest(store, start);
      trial.measure("deletes per second, until at rest", Unit.COUNT, (to - from) / seconds);
    }
  }

  private static void measureLookups(Trial trial, Subject store, KeySpace keys, long from, long to)
      throws IOException {
    long deleted = to - from;
    Lookups never = trial.lookUpMissing(store, keys);
    trial.measureReads(
        trial.lookUpDeleted(store, keys, deleted, i -> from + i * 7919 % deleted),
        never,
        trial.lookUpLive(store, keys, from, i -> i * 7919 % from));
    trial.measure(Trial.FALSE_POSITIVES, Unit.RATIO, never.falsePositives());
    trial.measureFilters(never);
  }
}
