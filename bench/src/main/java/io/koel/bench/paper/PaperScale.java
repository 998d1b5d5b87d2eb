package io.koel.bench.paper;

import java.time.Duration;

/** How large the filters are, and how often each measurement is repeated. */
public enum PaperScale {

  /** Checks in seconds that everything runs; its figures mean nothing. */
  SMOKE(1 << 16, 20_000, 1, 1, 20_000, 1 << 8, "512m"),

  /** A few minutes, under ten. The filters fit into a large processor cache. */
  DEFAULT(12 << 20, 500_000, 3, 3, 500_000, 1 << 20, "2g"),

  /** Filters of 192 MiB as in the paper, larger than most caches; 12 GB of memory. */
  PAPER(192 << 20, 2_000_000, 3, 3, 1_000_000, 1 << 20, "10g");

  private final int filterBytes;
  private final int lookups;
  private final int rounds;
  private final int passes;
  private final int spaceKeys;
  private final int mostBuckets;
  private final String heap;

  PaperScale(
      int filterBytes,
      int lookups,
      int rounds,
      int passes,
      int spaceKeys,
      int mostBuckets,
      String heap) {
    this.filterBytes = filterBytes;
    this.lookups = lookups;
    this.rounds = rounds;
    this.passes = passes;
    this.spaceKeys = spaceKeys;
    this.mostBuckets = mostBuckets;
    this.heap = heap;
  }

  /** The size of the filters whose speed is measured. */
  public int filterBytes() {
    return filterBytes;
  }

  /** How many lookups are timed together. */
  int lookups() {
    return lookups;
  }

  /** How often all filters are timed if time allows, in JVMs of their own; the fastest counts. */
  int passes() {
    return passes;
  }

  /** A pass does not begin later than this, so that a run ends soon on a slow machine too. */
  Duration noPassAfter() {
    return Duration.ofMinutes(this == PAPER ? 20 : 4);
  }

  /** How often a measurement of time is repeated in one JVM; the median counts. */
  int rounds() {
    return rounds;
  }

  /** The number of keys of the filters whose size and rate are measured. */
  int spaceKeys() {
    return spaceKeys;
  }

  /** The larger of the two tables whose load is measured. */
  int mostBuckets() {
    return mostBuckets;
  }

  /** How many of those are filled; of the smaller ones, ten. */
  int largeTableRuns() {
    return this == PAPER ? 10 : 2;
  }

  /** The heap of a job's JVM. */
  String heap() {
    return heap;
  }
}
