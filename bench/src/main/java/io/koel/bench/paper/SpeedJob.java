package io.koel.bench.paper;

import io.koel.bench.report.Medians;
import io.koel.filter.DynamicFilter;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterBuilder;
import io.koel.filter.FilterReader;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * Table 3 and the figures 5 to 8 for one filter.
 *
 * <p>Only the loops over ready arrays of key hashes are timed, in one thread. Each is run before it
 * counts, and the median of several rounds is taken. Speeds are millions of operations a second.
 */
final class SpeedJob {

  static final String ITEMS = "table3-items";
  static final String BITS = "table3-bits";
  static final String RATE = "table3-rate";
  static final String CONSTRUCTION = "table3-construction";
  static final String LOOKUP_BY_SHARE = "figure5";
  static final String LOOKUP_ABSENT = "figure6-absent";
  static final String LOOKUP_PRESENT = "figure6-present";
  static final String INSERT = "figure7";
  static final String DELETE = "figure8";

  /** The experiments that measure time. */
  static final Set<String> SPEEDS =
      Set.of(CONSTRUCTION, LOOKUP_BY_SHARE, LOOKUP_ABSENT, LOOKUP_PRESENT, INSERT, DELETE);

  private static final int[] PERCENT_PRESENT = {0, 25, 50, 75, 100};
  private static final int STEPS = 20;
  private static final int CHUNK = 1 << 16;
  private static final int WARMUP_BYTES = 1 << 19;
  private static final int WARMUPS = 8;
  private static final int LOOKUP_WARMUPS = 3;
  private static final long RATE_PROBES_PER_LOOKUP = 10;

  private final Contestant contestant;
  private final PaperScale scale;
  private final Consumer<Point> points;

  SpeedJob(Contestant contestant, PaperScale scale, Consumer<Point> points) {
    this.contestant = contestant;
    this.scale = scale;
    this.points = points;
  }

  void run() {
    if (contestant.growsOneByOne()) {
      growOneByOne();
    } else {
      buildAtOnce();
    }
  }

  private void growOneByOne() {
    int warmupBytes = Math.min(WARMUP_BYTES, scale.filterBytes());
    for (int i = 0; i < WARMUPS; i++) {
      DynamicFilter small = Filters.ofSize(contestant.spec(), warmupBytes);
      fillUntilRefused(small);
      lookUpAndRemove(small);
    }
    double[] speeds = new double[scale.rounds()];
    DynamicFilter full = null;
    for (int round = 0; round < speeds.length; round++) {
      full = Filters.ofSize(contestant.spec(), scale.filterBytes());
      double seconds = fillUntilRefused(full);
      speeds[round] = full.keyCount() / seconds / 1e6;
    }
    FilterBlock block = full.freeze();
    report(block, Medians.median(speeds));
    lookUpByShare(Filters.open(block), full.keyCount());
    changeByLoad(full.keyCount());
  }

  private static void lookUpAndRemove(DynamicFilter filter) {
    int keys = (int) filter.keyCount();
    long[] all = Filters.keys(0, keys);
    Filters.count(filter, all);
    Filters.count(filter, Filters.absentKeys(0, keys));
    Filters.remove(filter, all);
  }

  /** The seconds that adding took. */
  private static double fillUntilRefused(DynamicFilter filter) {
    long nanos = 0;
    for (long from = 0; ; from += CHUNK) {
      long[] keys = Filters.keys(from, CHUNK);
      long start = System.nanoTime();
      int added = Filters.add(filter, keys);
      nanos += System.nanoTime() - start;
      if (added < CHUNK) {
        return nanos / 1e9;
      }
    }
  }

  private void buildAtOnce() {
    int keys = Filters.keysForSize(contestant.spec(), scale.filterBytes());
    for (int i = 0; i < WARMUPS; i++) {
      Filters.count(Filters.open(Filters.build(contestant.spec(), CHUNK)), Filters.keys(0, CHUNK));
    }
    double[] speeds = new double[scale.rounds()];
    FilterBlock block = null;
    for (int round = 0; round < speeds.length; round++) {
      FilterBuilder builder = Filters.builder(contestant.spec(), keys);
      long nanos = 0;
      for (int from = 0; from < keys; from += CHUNK) {
        long[] chunk = Filters.keys(from, Math.min(CHUNK, keys - from));
        long start = System.nanoTime();
        for (long key : chunk) {
          builder.addHash(key);
        }
        nanos += System.nanoTime() - start;
      }
      long start = System.nanoTime();
      block = builder.finish();
      nanos += System.nanoTime() - start;
      speeds[round] = keys * 1e3 / nanos;
    }
    report(block, Medians.median(speeds));
    lookUpByShare(Filters.open(block), keys);
  }

  private void report(FilterBlock block, double constructionSpeed) {
    double rate =
        Filters.falsePositiveRate(Filters.open(block), RATE_PROBES_PER_LOOKUP * scale.lookups());
    emit(ITEMS, 0, block.keyCount());
    emit(BITS, 0, 8.0 * block.payload().length / block.keyCount());
    emit(RATE, 0, rate);
    emit(CONSTRUCTION, 0, constructionSpeed);
  }

  private void lookUpByShare(FilterReader filter, long keyCount) {
    SplittableRandom random = new SplittableRandom(1);
    for (int percent : PERCENT_PRESENT) {
      long[] queries = Filters.absentKeys(0, scale.lookups());
      for (int i = 0; i < queries.length; i++) {
        if (random.nextInt(100) < percent) {
          queries[i] = Filters.key(random.nextLong(keyCount));
        }
      }
      emit(
          LOOKUP_BY_SHARE,
          percent,
          lookupSpeed(some -> Filters.count(filter, some), queries, LOOKUP_WARMUPS));
    }
  }

  private double lookupSpeed(ToIntFunction<long[]> lookups, long[] queries, int warmups) {
    for (int i = 0; i < warmups; i++) {
      lookups.applyAsInt(queries);
    }
    double[] speeds = new double[scale.rounds() + 2];
    int positives = -1;
    for (int round = 0; round < speeds.length; round++) {
      long start = System.nanoTime();
      int found = lookups.applyAsInt(queries);
      speeds[round] = queries.length * 1e3 / (System.nanoTime() - start);
      if (round > 0 && found != positives) {
        throw new IllegalStateException("the same lookups had different answers");
      }
      positives = found;
    }
    return Medians.median(speeds);
  }

  /** Fills a filter in steps, asking it after each, and empties it in steps. */
  private void changeByLoad(long keyCount) {
    double[][] inserts = new double[STEPS][scale.rounds()];
    double[][] deletes = new double[STEPS][scale.rounds()];
    for (int round = 0; round < scale.rounds(); round++) {
      DynamicFilter filter = Filters.ofSize(contestant.spec(), scale.filterBytes());
      for (int step = 0; step < STEPS; step++) {
        long[] keys = keysOfStep(keyCount, step);
        long start = System.nanoTime();
        int added = Filters.add(filter, keys);
        inserts[step][round] = added * 1e3 / (System.nanoTime() - start);
        if (round == 0) {
          lookUpAtLoad(filter, step);
        }
      }
      for (int step = STEPS - 1; step >= 0; step--) {
        long[] keys = keysOfStep(keyCount, step);
        long start = System.nanoTime();
        Filters.remove(filter, keys);
        deletes[step][round] = keys.length * 1e3 / (System.nanoTime() - start);
      }
    }
    for (int step = 0; step < STEPS; step++) {
      emit(INSERT, loadAfter(step), Medians.median(inserts[step]));
      emit(DELETE, loadAfter(step), Medians.median(deletes[step]));
    }
  }

  private void lookUpAtLoad(DynamicFilter filter, int step) {
    SplittableRandom random = new SplittableRandom(step);
    long[] absent = Filters.absentKeys(0, scale.lookups());
    emit(
        LOOKUP_ABSENT,
        loadAfter(step),
        lookupSpeed(some -> Filters.count(filter, some), absent, 1));
    long[] present = new long[scale.lookups()];
    Arrays.setAll(present, i -> Filters.key(random.nextLong(filter.keyCount())));
    emit(
        LOOKUP_PRESENT,
        loadAfter(step),
        lookupSpeed(some -> Filters.count(filter, some), present, 1));
  }

  private static long[] keysOfStep(long keyCount, int step) {
    long from = keyCount * step / STEPS;
    return Filters.keys(from, (int) (keyCount * (step + 1) / STEPS - from));
  }

  /** The percentage of what the filter takes that is in it after a step. */
  private static double loadAfter(int step) {
    return 100.0 * (step + 1) / STEPS;
  }

  private void emit(String experiment, double x, double y) {
    points.accept(new Point(experiment, contestant.label(), x, y));
  }
}
