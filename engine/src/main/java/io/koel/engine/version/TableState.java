package io.koel.engine.version;

import io.koel.engine.table.TableHandle;

/**
 * A table as a {@link Version} sees it: the file and its generation.
 *
 * <p>The file never changes; the generation says which of its entries are dead. It belongs to the
 * version, not to the file's reader: who pinned an older version keeps the older generation.
 * Versions share the states that did not change between them.
 */
public final class TableState {

  private final TableMeta meta;
  private final int generation;
  private final long deadEntries;
  private final TableHandle handle;

  /** How many living versions have this state. Guarded by {@link VersionSet}'s own lock. */
  int versions;

  /**
   * Makes a state.
   *
   * @param handle the table's file, shared by all states of the table
   */
  public TableState(TableMeta meta, int generation, long deadEntries, TableHandle handle) {
    this.meta = meta;
    this.generation = generation;
    this.deadEntries = deadEntries;
    this.handle = handle;
  }

  public TableMeta meta() {
    return meta;
  }

  public long number() {
    return meta.number();
  }

  /** 0 for a table as it was written. */
  public int generation() {
    return generation;
  }

  /** How many of the table's entries are dead in this generation. */
  public long deadEntries() {
    return deadEntries;
  }

  /** The way to the table's reader. */
  public TableHandle handle() {
    return handle;
  }

  @Override
  public String toString() {
    return meta + (generation == 0 ? "" : " generation " + generation);
  }
}
