package io.koel.bench.deletes;

import io.koel.bench.deletes.Trial.Lookups;
import io.koel.bench.workload.KeySpace;
import io.koel.bench.workload.Permutation;
import java.io.IOException;

/**
 * Everything is loaded in random order and brought to the deepest level. Then half of the keys are
 * deleted, chosen at random and in random order. Each tombstone meets a compaction, and no level is
 * left above its target: tombstones that filters do not let go are merged down for their weight.
 */
final class RandomHalf implements Scenario.OneByOne {

  static final String AGAINST_BEFORE = "  times those before the deletes";

  @Override
  public void run(Trial trial) throws IOException {
    long entries = trial.plan().entries();
    KeySpace keys = new KeySpace(entries, DeletesPlan.VALUE_BYTES, trial.plan().seed());
    Permutation order = new Permutation(entries, ~trial.plan().seed());
    long half = entries / 2;
    try (Subject store = trial.open(entries)) {
      Trial.load(store, keys, 0, entries);
      store.compactAll();
      double before = trial.lookUpMissing(store, keys).falsePositives();
      Cost start = store.cost();
      long began = System.nanoTime();
      for (long i = 0; i < half; i++) {
        store.session().delete(keys.key(order.at(i)));
      }
      store.compactTombstones();
      double seconds = (System.nanoTime() - began) / 1e9;
      Lookups deleted = trial.lookUpDeleted(store, keys, half, order::at);
      Lookups never = trial.lookUpMissing(store, keys);
      Lookups live = trial.lookUpLive(store, keys, entries - half, i -> order.at(half + i));
      trial.measureReads(deleted, never, live);
      trial.measure(Trial.FALSE_POSITIVES, Unit.RATIO, never.falsePositives());
      trial.measure(AGAINST_BEFORE, Unit.RATIO, never.falsePositives() / before);
      trial.measureFilters(never);
      trial.measureRest(store, start);
      trial.measure("deletes per second, until at rest", Unit.COUNT, half / seconds);
      trial.measure("lookups per second, deleted keys", Unit.COUNT, deleted.perSecond());
      trial.measure("lookups per second, never-existing keys", Unit.COUNT, never.perSecond());
      trial.measure("lookups per second, live keys", Unit.COUNT, live.perSecond());
    }
  }
}
