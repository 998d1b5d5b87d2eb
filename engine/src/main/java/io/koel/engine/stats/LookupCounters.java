package io.koel.engine.stats;

import io.koel.engine.version.Version;

/** The numbers by which a {@link io.koel.engine.read.ReaderSlot} counts what lookups meet. */
public final class LookupCounters {

  public static final int GETS = 0;
  public static final int MEMTABLE_HITS = 1;

  // One per level each.
  public static final int DENIED = 2;
  public static final int TRUE_POSITIVE = DENIED + Version.LEVELS;
  public static final int FALSE_POSITIVE = TRUE_POSITIVE + Version.LEVELS;
  public static final int UNFILTERED = FALSE_POSITIVE + Version.LEVELS;

  public static final int COUNT = UNFILTERED + Version.LEVELS;

  private LookupCounters() {}
}
