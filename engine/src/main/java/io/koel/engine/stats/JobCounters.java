package io.koel.engine.stats;

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
  public final LongAdder slowdowns = new LongAdder();
  public final LongAdder stops = new LongAdder();
  public final LongAdder stalledNanos = new LongAdder();
}
