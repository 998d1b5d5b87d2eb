package io.koel.engine.read;

import io.koel.engine.table.TableCache;
import io.koel.engine.version.TableState;
import io.koel.sst.EntryCursor;
import io.koel.sst.FoundEntry;
import io.koel.sst.LookupOutcome;
import io.koel.sst.ReadPurpose;
import io.koel.sst.TableReader;
import java.io.IOException;

/**
 * The one way in which tables are read: by lookups, cursors, compactions and checks alike. Whatever
 * a table's generation says is respected here, and nowhere else.
 */
public final class Tables {

  private final TableCache cache;

  public Tables(TableCache cache) {
    this.cache = cache;
  }

  /**
   * Asks the table's filter, then at most one data block.
   *
   * <p>REQUIRES: the caller holds a reader slot, or the table is pinned.
   */
  public LookupOutcome find(
      TableState table, byte[] key, long keyHash, long maxSequence, int level, FoundEntry found)
      throws IOException {
    return cache.reader(table.handle()).find(key, keyHash, maxSequence, level, found);
  }

  /** Whether the table has a filter that can be asked. REQUIRES: the table was read before. */
  public boolean hasFilter(TableState table) {
    return table.handle().isFiltered();
  }

  /** Whether the key may be in the table, by its filter alone: no data block is read. */
  public boolean mightContain(TableState table, byte[] key, long keyHash) throws IOException {
    TableReader reader = cache.pin(table.handle());
    try {
      return reader.mightContain(key, keyHash);
    } finally {
      cache.unpin(table.handle());
    }
  }

  /** Opens a cursor and keeps the table open until {@link #close}. */
  public EntryCursor open(TableState table, int level, ReadPurpose purpose) throws IOException {
    TableReader reader = cache.pin(table.handle());
    try {
      return reader.cursor(level, purpose);
    } catch (RuntimeException e) {
      cache.unpin(table.handle());
      throw e;
    }
  }

  /** Closes a cursor that {@link #open} gave. */
  public void close(TableState table, EntryCursor cursor) throws IOException {
    try {
      cursor.close();
    } finally {
      cache.unpin(table.handle());
    }
  }

  /** Reads all of the table and checks it. */
  public void verify(TableState table) throws IOException {
    TableReader reader = cache.pin(table.handle());
    try {
      reader.verify();
    } finally {
      cache.unpin(table.handle());
    }
  }
}
