package io.koel.bench.workload;

import org.HdrHistogram.Histogram;

/**
 * Times of single operations. Every eighth is timed, because reading the clock takes a good part of
 * the fastest ones.
 */
public final class Latencies {

  static final int EVERY = 8;
  private static final long MAX_NANOS = 60_000_000_000L;

  private final Histogram nanos = new Histogram(1, MAX_NANOS, 3);

  void record(long elapsedNanos) {
    nanos.recordValue(Math.min(Math.max(elapsedNanos, 1), MAX_NANOS));
  }

  void add(Latencies other) {
    nanos.add(other.nanos);
  }

  /** The time that {@code percentile} percent of the operations stay within; 0 without any. */
  public double micros(double percentile) {
    return nanos.getTotalCount() == 0 ? 0 : nanos.getValueAtPercentile(percentile) / 1e3;
  }

  public double maxMicros() {
    return nanos.getTotalCount() == 0 ? 0 : nanos.getMaxValue() / 1e3;
  }
}
