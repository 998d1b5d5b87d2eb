package io.koel.engine.table;

import io.koel.sst.TableReader;

/**
 * A table's file, open or not. There is one handle per table; versions share it.
 *
 * <p>The reader hangs directly on the handle, so that a lookup in an open table costs no search in
 * a cache.
 */
public final class TableHandle {

  private final long number;

  /** Null while the table is not open. Changed only under {@link TableCache}'s lock. */
  volatile TableReader reader;

  /** How many cursors read the table. Guarded by {@link TableCache}'s lock. */
  int pins;

  /** Whether the table was read since the clock's hand passed it. A race here costs nothing. */
  boolean used;

  /** Whether the table has a filter that can be asked; known once it was opened. */
  boolean filtered;

  /** How many table states there are of the table. Guarded by VersionSet's lock. */
  private int states;

  public TableHandle(long number) {
    this.number = number;
  }

  public long number() {
    return number;
  }

  /** Whether the table has a filter that can be asked. REQUIRES: it was opened before. */
  public boolean isFiltered() {
    return filtered;
  }

  /** Counts a state of the table. REQUIRES: VersionSet's lock. */
  public void retain() {
    states++;
  }

  /** Whether the table has lost its last state. REQUIRES: VersionSet's lock. */
  public boolean release() {
    return --states == 0;
  }
}
