package io.koel.bench.deletes;

import io.koel.bench.deletes.Trial.Lookups;
import io.koel.bench.workload.KeySpace;
import java.io.IOException;

/**
 * Entries come in random order of their keys and live for a while: in each round a tenth is new and
 * the oldest tenth is deleted.
 */
final class TimeToLive implements Scenario.OneByOne {

  private static final int ROUNDS = 20;

  @Override
  public void run(Trial trial) throws IOException {
    long living = trial.plan().entries() / 4;
    long tenth = living / 10;
    KeySpace keys =
        new KeySpace(living + ROUNDS * tenth, DeletesPlan.VALUE_BYTES, trial.plan().seed());
    try (Subject store = trial.open(living)) {
      Trial.load(store, keys, 0, living);
      store.compactAll();
      Cost start = store.cost();
      long began = System.nanoTime();
      for (int round = 0; round < ROUNDS; round++) {
        Trial.load(store, keys, living + round * tenth, living + (round + 1) * tenth);
        for (long i = round * tenth; i < (round + 1) * tenth; i++) {
          store.session().delete(keys.key(keys.shuffled(i)));
        }
      }
      store.settle();
      double seconds = (System.nanoTime() - began) / 1e9;
      long dead = ROUNDS * tenth;
      Lookups deleted = trial.lookUpDeleted(store, keys, dead, i -> keys.shuffled(i * 7919 % dead));
      Lookups live =
          trial.lookUpLive(store, keys, living, i -> keys.shuffled(dead + i * 7919 % living));
      Lookups never = trial.lookUpMissing(store, keys);
      trial.measureReads(deleted, never, live);
      trial.measure(Trial.FALSE_POSITIVES, Unit.RATIO, never.falsePositives());
      trial.measureFilters(never);
      trial.measureRest(store, start);
      trial.measure(Trial.OPERATIONS, Unit.COUNT, 2 * dead / seconds);
    }
  }
}
