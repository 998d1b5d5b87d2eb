package io.koel.bench.deletes;

import io.koel.bench.deletes.Trial.Lookups;
import io.koel.bench.engine.StoreSession;
import io.koel.bench.workload.KeySpace;
import java.io.IOException;
import org.HdrHistogram.Histogram;

/**
 * A queue of constant length: what is appended at its tail is deleted at its head later on. Now and
 * then its first entry is looked for from the very beginning, as consumers do that keep no place,
 * past everything that was deleted there.
 */
final class Queue implements Scenario.OneByOne {

  static final String SEEK_GROWTH = "seek's median, last quarter to first";
  static final String STEPPED_OVER = "entries stepped over per seek";

  private static final int PARTS = 20;
  private static final int SEEK_EVERY = 4096;
  private static final byte[] BEGINNING = new byte[0];

  /** More than any run can append. */
  private static final long NUMBERS = 1L << 40;

  @Override
  public void run(Trial trial) throws IOException {
    KeySpace keys = new KeySpace(NUMBERS, DeletesPlan.VALUE_BYTES, trial.plan().seed());
    long length = trial.plan().entries() / 200;
    try (Subject store = trial.open(trial.plan().entries())) {
      StoreSession session = store.session();
      for (long i = 0; i < length; i++) {
        append(session, keys, i);
      }
      Cost start = store.cost();
      Traffic traffic = new Traffic(trial, session, keys, length);
      traffic.run();
      long stepped = store.cost().minus(start).steppedOver();
      if (session.scan(BEGINNING, Long.MAX_VALUE) != length) {
        throw new IOException("a wrong answer: the queue does not have " + length + " entries");
      }
      trial.measure(STEPPED_OVER, Unit.RATIO, (double) stepped / traffic.seeks);
      trial.measure(Trial.OPERATIONS, Unit.COUNT, 2 * traffic.appended / traffic.seconds);
      store.settle();
      trial.measureRest(store, start);
      long appended = traffic.appended;
      Lookups deleted = trial.lookUpDeleted(store, keys, appended, i -> appended - 1 - i);
      Lookups never = trial.lookUpMissing(store, keys, length, i -> appended + i);
      Lookups live = trial.lookUpLive(store, keys, length, i -> appended + i);
      trial.measureReads(deleted, never, live);
      trial.measure(Trial.FALSE_POSITIVES, Unit.RATIO, never.falsePositives());
      trial.measureFilters(never);
    }
  }

  private static void append(StoreSession session, KeySpace keys, long number) throws IOException {
    session.put(keys.key(number), keys.value(number, 0));
  }

  /** The traffic of one run. */
  private static final class Traffic {

    private final Trial trial;
    private final StoreSession session;
    private final KeySpace keys;
    private final long length;
    private long appended;
    private long seeks;
    private double seconds;

    Traffic(Trial trial, StoreSession session, KeySpace keys, long length) {
      this.trial = trial;
      this.session = session;
      this.keys = keys;
      this.length = length;
    }

    void run() throws IOException {
      long begin = System.nanoTime();
      long part = trial.plan().queueSeconds() * 1_000_000_000L / PARTS;
      Histogram first = new Histogram(3);
      Histogram last = new Histogram(3);
      Histogram all = new Histogram(3);
      for (int i = 0; i < PARTS; i++) {
        Histogram nanos = new Histogram(3);
        runUntil(begin + (i + 1) * part, nanos);
        double end = (System.nanoTime() - begin) / 1e9;
        trial.sample(end, micros(nanos, 50), micros(nanos, 99));
        all.add(nanos);
        if (i < PARTS / 4) {
          first.add(nanos);
        } else if (i >= PARTS - PARTS / 4) {
          last.add(nanos);
        }
      }
      seconds = (System.nanoTime() - begin) / 1e9;
      seeks = all.getTotalCount();
      trial.measure("seek to the first entry, median, us", Unit.RATIO, micros(all, 50));
      trial.measure("seek to the first entry, 99 %, us", Unit.RATIO, micros(all, 99));
      trial.measure("  median in the first quarter, us", Unit.RATIO, micros(first, 50));
      trial.measure("  median in the last quarter, us", Unit.RATIO, micros(last, 50));
      trial.measure(SEEK_GROWTH, Unit.RATIO, micros(last, 50) / micros(first, 50));
    }

    /** Runs to a moment, but never without a seek. */
    private void runUntil(long deadline, Histogram nanos) throws IOException {
      do {
        for (int i = 0; i < SEEK_EVERY; i++) {
          append(session, keys, length + appended);
          session.delete(keys.key(appended));
          appended++;
        }
        long start = System.nanoTime();
        if (session.scan(BEGINNING, 1) != 1) {
          throw new IOException("a wrong answer: the queue looks empty");
        }
        nanos.recordValue(System.nanoTime() - start);
      } while (System.nanoTime() < deadline);
    }

    private static double micros(Histogram nanos, double percentile) {
      return nanos.getValueAtPercentile(percentile) / 1e3;
    }
  }
}
