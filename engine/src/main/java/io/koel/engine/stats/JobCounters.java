package io.koel.engine.stats;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/** What flushes, compactions and writers have done. They count per job or per batch. */
public final class JobCounters {

  public final LongAdder flushes = new LongAdder();
  public final LongAdder bytesFlushed = new LongAdder();
  public final LongAdder compactions = new LongAdder();
  public final LongAdder trivialMoves = new LongAdder();
  public final LongAdder bytesRead = new LongAdder();
  public final LongAdder bytesWritten = new LongAdder();
  public final LongAdder entriesDropped = new LongAdder();
  public final LongAdder tombstonesWritten = new LongAdder();
  public final LongAdder tombstonesNotCovered = new LongAdder();
  public final LongAdder tombstonesDenied = new LongAdder();
  public final LongAdder tombstonesCleared = new LongAdder();
  public final LongAdder keysMarked = new LongAdder();
  public final LongAdder entriesMarked = new LongAdder();
  public final LongAdder verificationReads = new LongAdder();
  public final LongAdder verificationBytes = new LongAdder();
  public final LongAdder verificationsOverBudget = new LongAdder();
  public final LongAdder verificationErrors = new LongAdder();
  public final LongAdder generationsWritten = new LongAdder();
  public final LongAdder generationBytes = new LongAdder();
  public final LongAdder deadTablesDropped = new LongAdder();
  public final LongAdder slowdowns = new LongAdder();
  public final LongAdder stops = new LongAdder();
  public final LongAdder stalledNanos = new LongAdder();

  private volatile IOException lastVerificationError;

  /** A table could not be read to verify a tombstone's key; the tombstone stays. */
  public void verificationFailed(IOException error) {
    verificationErrors.increment();
    lastVerificationError = error;
  }

  /** The newest error of a verification, or null. */
  public IOException lastVerificationError() {
    return lastVerificationError;
  }
}
