package io.koel.engine.stats;

import java.util.concurrent.atomic.LongAdder;

/** What scans have walked over. Cursors count for themselves and report when they are closed. */
public final class ScanCounters {

  public final LongAdder entries = new LongAdder();
  public final LongAdder steppedOver = new LongAdder();
}
