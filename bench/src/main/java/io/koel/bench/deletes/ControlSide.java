package io.koel.bench.deletes;

import com.sun.management.OperatingSystemMXBean;
import io.koel.bench.engine.StoreSession;
import io.koel.bench.workload.KeySpace;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** One column of a control: its store, and what its steps have taken. */
final class ControlSide implements Closeable {

  static final String PROCESSOR = "processor time per operation, us";

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final Trial trial;
  private final Subject store;
  private Closeable held = () -> {};
  private Cost costOfLoading = Cost.NONE;
  private long operations;
  private long nanos;
  private long processorNanos;

  /** An operation, by its number. */
  interface Operation {
    void run(StoreSession session, long i) throws IOException;
  }

  ControlSide(Trial trial, long entries) throws IOException {
    this.trial = trial;
    this.store = trial.open(entries);
  }

  /** Does the operations {@code from} to {@code to}, exclusive, and waits until all is at rest. */
  void step(long from, long to, Operation operation) throws IOException {
    StoreSession session = store.session();
    long began = System.nanoTime();
    long processorBefore = SYSTEM.getProcessCpuTime();
    for (long i = from; i < to; i++) {
      operation.run(session, i);
    }
    store.settle();
    processorNanos += SYSTEM.getProcessCpuTime() - processorBefore;
    nanos += System.nanoTime() - began;
    operations += to - from;
  }

  /** What compactions did until now does not count. */
  void endLoading() throws IOException {
    costOfLoading = store.cost();
  }

  void holdSnapshot() throws IOException {
    held = store.snapshot();
  }

  void measure(KeySpace keys) throws IOException {
    trial.measure(Trial.OPERATIONS, Unit.COUNT, operations * 1e9 / nanos);
    // Waiting for the disk varies by a third from run to run; this does not have it.
    trial.measure(PROCESSOR, Unit.RATIO, processorNanos / 1e3 / operations);
    trial.measureRest(store, costOfLoading);
    Trial.Lookups missing = trial.lookUpMissing(store, keys);
    trial.measure(Trial.NEVER_READS, Unit.RATIO, missing.diskReads());
    trial.measureFilters(missing);
    trial.measure("lookups per second, never-existing keys", Unit.COUNT, missing.perSecond());
  }

  @Override
  public void close() throws IOException {
    try (store) {
      held.close();
    }
  }
}
