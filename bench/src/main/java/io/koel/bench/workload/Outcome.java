package io.koel.bench.workload;

import io.koel.bench.engine.LookupCounts;
import java.util.OptionalDouble;

/**
 * What one run of a workload gave.
 *
 * @param operations how many were done
 * @param found how many of them found their key
 * @param nanos wall time until the last was done; for workloads that write, until the store had
 *     come to rest
 * @param threads how many threads shared the operations
 * @param latencies times of single operations
 * @param counts what filters and disk did meanwhile
 * @param writeAmplification bytes written for each byte of keys and values put, where it is known
 * @param background what one more thread wrote meanwhile
 */
public record Outcome(
    long operations,
    long found,
    long nanos,
    int threads,
    Latencies latencies,
    LookupCounts counts,
    OptionalDouble writeAmplification,
    BackgroundWrites background) {

  public double microsPerOperation() {
    return operations == 0 ? 0 : nanos / 1e3 / operations;
  }

  public double operationsPerSecond() {
    return nanos == 0 ? 0 : operations * 1e9 / nanos;
  }

  public double diskReadsPerOperation() {
    return operations == 0 ? 0 : (double) counts.diskReads() / operations;
  }

  public double cacheHitsPerOperation() {
    return operations == 0 ? 0 : (double) counts.cacheHits() / operations;
  }

  Outcome with(BackgroundWrites newBackground) {
    return new Outcome(
        operations, found, nanos, threads, latencies, counts, writeAmplification, newBackground);
  }

  /** The same with counts that were taken apart from the time. */
  public Outcome with(LookupCounts newCounts) {
    return new Outcome(
        operations, found, nanos, threads, latencies, newCounts, writeAmplification, background);
  }
}
