package io.koel.bench.compare;

import io.koel.bench.engine.LookupCounts;
import io.koel.bench.workload.Outcome;

/** What the lookups of one kind cost in one configuration. */
public record LookupResult(LookupKind kind, Outcome outcome) {

  public LookupCounts counts() {
    return outcome.counts();
  }

  public double diskReads() {
    return outcome.diskReadsPerOperation();
  }

  public double filterChecks() {
    return (double) counts().checks() / outcome.operations();
  }
}
