package io.koel.bench.deletes;

import com.sun.management.OperatingSystemMXBean;
import io.koel.bench.engine.StoreSession;
import io.koel.bench.workload.KeySpace;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** Workloads in which filter deletes have nothing to win, so that only their cost is seen. */
enum Control implements Scenario.Body {
  NO_DELETES {
    @Override
    void change(Subject store, KeySpace keys) throws IOException {
      for (long i = 0; i < keys.entries(); i++) {
        long number = keys.shuffled(i);
        store.session().put(keys.key(number), keys.value(number, 1));
      }
      store.settle();
    }
  },
  ABSENT_DELETES {
    @Override
    void change(Subject store, KeySpace keys) throws IOException {
      byte[] key = new byte[KeySpace.KEY_BYTES];
      StoreSession session = store.session();
      for (long i = 0; i < keys.entries(); i++) {
        keys.fillMissing(key, keys.shuffled(i));
        session.delete(key);
      }
      store.settle();
    }
  },
  HELD_SNAPSHOT {
    @Override
    void change(Subject store, KeySpace keys) throws IOException {
      Closeable held = store.snapshot();
      try {
        for (long i = 0; i < keys.entries() / 2; i++) {
          store.session().delete(keys.key(keys.shuffled(2 * i)));
        }
        store.settle();
      } finally {
        held.close();
      }
    }
  };

  static final String PROCESSOR = "processor time per operation, us";

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  @Override
  public void run(Trial trial) throws IOException {
    long entries = trial.plan().entries() / 4;
    KeySpace keys = new KeySpace(entries, DeletesPlan.VALUE_BYTES, trial.plan().seed());
    try (Subject store = trial.open(entries)) {
      long began = System.nanoTime();
      long processorBefore = SYSTEM.getProcessCpuTime();
      Trial.load(store, keys, 0, entries);
      store.settle();
      Cost start = store.cost();
      change(store, keys);
      double seconds = (System.nanoTime() - began) / 1e9;
      long changes = this == HELD_SNAPSHOT ? entries / 2 : entries;
      trial.measure(Trial.OPERATIONS, Unit.COUNT, (entries + changes) / seconds);
      // Waiting for the disk varies by a third from run to run; this does not have it.
      double micros = (SYSTEM.getProcessCpuTime() - processorBefore) / 1e3;
      trial.measure(PROCESSOR, Unit.RATIO, micros / (entries + changes));
      trial.measureRest(store, start);
      Trial.Lookups missing = trial.lookUpMissing(store, keys);
      trial.measure("lookups per second, never-existing keys", Unit.COUNT, missing.perSecond());
    }
  }

  /** Changes a loaded store, and settles. */
  abstract void change(Subject store, KeySpace keys) throws IOException;
}
