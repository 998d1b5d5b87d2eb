package io.koel.engine.table;

import io.koel.engine.generation.Generation;
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

  /**
   * The newest generation that was loaded, or null. It goes when the table is closed, so that the
   * limit of open tables bounds its memory too. Changed only under {@link TableCache}'s lock.
   */
  private volatile LoadedGeneration loaded;

  private record LoadedGeneration(int number, Generation generation) {}

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

  /** A generation of the table if it is loaded, or null. */
  public Generation loadedGeneration(int number) {
    LoadedGeneration newest = loaded;
    return newest != null && newest.number == number ? newest.generation : null;
  }

  /** Keeps a generation beside the reader, unless there is none or a newer one is loaded. */
  void keepLocked(int number, Generation generation) {
    if (reader != null && (loaded == null || loaded.number < number)) {
      loaded = new LoadedGeneration(number, generation);
    }
  }

  /** Takes the reader away, and what was loaded beside it. */
  TableReader takeLocked() {
    TableReader taken = reader;
    reader = null;
    loaded = null;
    return taken;
  }

  /** The memory that the reader and the generation beside it take. */
  long memoryInBytesLocked() {
    return reader.memoryInBytes() + (loaded == null ? 0 : loaded.generation.memoryInBytes());
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
