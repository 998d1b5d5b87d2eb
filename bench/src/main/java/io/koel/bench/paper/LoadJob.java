package io.koel.bench.paper;

import io.koel.filter.DynamicFilter;
import java.util.function.Consumer;

/**
 * Figure 2: how full a cuckoo filter gets before it refuses a key, by the width of its
 * fingerprints. The least of several runs counts, as we take the paper's points to be. Buckets of
 * four; the paper's buckets of eight are not to be had, because Koel's layouts have four.
 */
final class LoadJob {

  static final String LOAD = "figure2";
  static final int SLOTS = 4;

  private static final int FEWEST_BITS = 4;
  private static final int MOST_BITS = 20;
  private static final int SMALL_TABLE_RUNS = 10;
  private static final int CHUNK = 1 << 14;

  private final PaperScale scale;
  private final Consumer<Point> points;

  LoadJob(PaperScale scale, Consumer<Point> points) {
    this.scale = scale;
    this.points = points;
  }

  static String series(int buckets) {
    return "m = 2^" + (31 - Integer.numberOfLeadingZeros(buckets));
  }

  void run() {
    int fewer = scale.mostBuckets() >>> 5;
    for (int bits = FEWEST_BITS; bits <= MOST_BITS; bits++) {
      emit(fewer, bits, SMALL_TABLE_RUNS);
      emit(scale.mostBuckets(), bits, scale.largeTableRuns());
    }
  }

  private void emit(int buckets, int bits, int runs) {
    double least = 1;
    for (int run = 0; run < runs; run++) {
      least = Math.min(least, load(buckets, bits, run));
    }
    points.accept(new Point(LOAD, series(buckets), bits, least));
  }

  private static double load(int buckets, int bits, int run) {
    long bytes = (long) buckets * SLOTS * bits / 8;
    DynamicFilter filter = Filters.ofSize("cuckoo(bits=" + bits + ")", bytes);
    long from = (long) run << 32;
    while (Filters.add(filter, Filters.keys(from, CHUNK)) == CHUNK) {
      from += CHUNK;
    }
    return filter.keyCount() * bits / (8.0 * filter.sizeInBytes());
  }
}
