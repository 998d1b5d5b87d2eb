package io.koel.engine.read;

import io.koel.engine.files.FileNames;
import io.koel.engine.generation.DeadSet;
import io.koel.engine.generation.Generation;
import io.koel.engine.generation.GenerationFile;
import io.koel.engine.stats.ScanCounters;
import io.koel.engine.table.TableCache;
import io.koel.engine.version.TableMeta;
import io.koel.engine.version.TableState;
import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterCatalog;
import io.koel.sst.DeadEntries;
import io.koel.sst.EntryCursor;
import io.koel.sst.FoundEntry;
import io.koel.sst.LookupOutcome;
import io.koel.sst.ReadPurpose;
import io.koel.sst.Storage;
import io.koel.sst.TableCursor;
import io.koel.sst.TableReader;
import java.io.IOException;
import java.util.Optional;

/**
 * The one way in which tables are read: by lookups, cursors, compactions and checks alike. Whatever
 * a table's generation says is respected here, and nowhere else.
 */
public final class Tables {

  private final Storage storage;
  private final TableCache cache;
  private final long hashSeed;
  private final ScanCounters scans = new ScanCounters();

  public Tables(Storage storage, TableCache cache, long hashSeed) {
    this.storage = storage;
    this.cache = cache;
    this.hashSeed = hashSeed;
  }

  /**
   * Asks the table's filter, then at most one data block. An entry that is dead is not there.
   *
   * <p>REQUIRES: the caller holds a reader slot, or the table is pinned.
   */
  public LookupOutcome find(
      TableState table, byte[] key, long keyHash, long maxSequence, int level, FoundEntry found)
      throws IOException {
    TableReader reader = cache.reader(table.handle());
    if (table.generation() == 0) {
      return reader.find(key, keyHash, maxSequence, level, found);
    }
    Generation generation = generation(table, reader, level);
    if (!mightContain(generation, reader, key, keyHash)) {
      return LookupOutcome.DENIED;
    }
    LookupOutcome outcome = reader.findUnfiltered(key, keyHash, maxSequence, level, found);
    return outcome == LookupOutcome.FOUND && generation.deadSet().isDead(found.ordinal())
        ? LookupOutcome.ABSENT
        : outcome;
  }

  /** Whether the table has the key, but only dead. Same requirement. */
  public boolean isDeadIn(TableState table, byte[] key, long keyHash, int level)
      throws IOException {
    if (table.generation() == 0) {
      return false;
    }
    TableReader reader = cache.reader(table.handle());
    FoundEntry found = new FoundEntry();
    return reader.findUnfiltered(key, keyHash, EntryCursor.MAX_SEQUENCE, level, found)
            == LookupOutcome.FOUND
        && generation(table, reader, level).deadSet().isDead(found.ordinal());
  }

  private boolean mightContain(
      Generation generation, TableReader reader, byte[] key, long keyHash) {
    return generation.hasFilter()
        ? generation.mightContain(key, keyHash, hashSeed)
        : reader.mightContain(key, keyHash);
  }

  /** Whether the table has a filter that can be asked. REQUIRES: the table was read before. */
  public boolean hasFilter(TableState table) {
    return table.handle().isFiltered();
  }

  /** Whether the table's own filter can give keys up. */
  public boolean canForget(TableState table) throws IOException {
    TableReader reader = cache.pin(table.handle());
    try {
      return reader.filterCanForget();
    } finally {
      cache.unpin(table.handle());
    }
  }

  /** Whether the key may be in the table, by its filter alone: no data block is read. */
  public boolean mightContain(TableState table, int level, byte[] key, long keyHash)
      throws IOException {
    TableReader reader = cache.pin(table.handle());
    try {
      return table.generation() == 0
          ? reader.mightContain(key, keyHash)
          : mightContain(generation(table, reader, level), reader, key, keyHash);
    } finally {
      cache.unpin(table.handle());
    }
  }

  /** Opens a cursor over the living entries and keeps the table open until {@link #close}. */
  public TableCursor open(TableState table, int level, ReadPurpose purpose) throws IOException {
    return open(table, level, purpose, table.generation() == 0 ? null : deadSet(table, level));
  }

  /** Opens a cursor over all entries, dead ones too, for those who decide about them. */
  public TableCursor openAll(TableState table, int level, ReadPurpose purpose) throws IOException {
    return open(table, level, purpose, null);
  }

  private TableCursor open(TableState table, int level, ReadPurpose purpose, DeadSet dead)
      throws IOException {
    TableReader reader = cache.pin(table.handle());
    try {
      return reader.cursor(level, purpose, dead == null ? DeadEntries.NONE : dead);
    } catch (RuntimeException e) {
      cache.unpin(table.handle());
      throw e;
    }
  }

  /** What scans of these tables have walked over. */
  public ScanCounters scans() {
    return scans;
  }

  /** Closes a cursor that was opened here. */
  public void close(TableState table, EntryCursor cursor) throws IOException {
    try {
      cursor.close();
    } finally {
      cache.unpin(table.handle());
    }
  }

  /** The table's dead entries. */
  public DeadSet deadSet(TableState table, int level) throws IOException {
    if (table.generation() == 0) {
      return DeadSet.EMPTY;
    }
    TableReader reader = cache.pin(table.handle());
    try {
      return generation(table, reader, level).deadSet();
    } finally {
      cache.unpin(table.handle());
    }
  }

  /**
   * The stored filter that holds just the table's living keys; nothing if it has none, or if keys
   * have died that its filter still holds.
   */
  public Optional<FilterBlock> exactFilterBlock(TableState table, int level) throws IOException {
    TableReader reader = cache.pin(table.handle());
    try {
      if (table.generation() > 0) {
        return generation(table, reader, level).filterBlock();
      }
      return reader.filter().isPresent() ? Optional.of(reader.readFilterBlock()) : Optional.empty();
    } finally {
      cache.unpin(table.handle());
    }
  }

  private Generation generation(TableState table, TableReader reader, int level)
      throws IOException {
    Generation loaded = table.handle().loadedGeneration(table.generation());
    return loaded != null ? loaded : load(table, reader, level);
  }

  private Generation load(TableState table, TableReader reader, int level) throws IOException {
    // One thread loads it, others wait for it.
    synchronized (table) {
      Generation generation = table.handle().loadedGeneration(table.generation());
      if (generation == null) {
        GenerationFile file = readGeneration(table);
        generation = Generation.of(file, reader, level);
        cache.keep(table.handle(), table.generation(), generation);
      }
      return generation;
    }
  }

  private GenerationFile readGeneration(TableState table) throws IOException {
    return GenerationFile.read(
        storage,
        FileNames.generation(table.number(), table.generation()),
        table.number(),
        table.generation(),
        table.meta().entries());
  }

  /**
   * Reads all of the table and of its generation and checks it, and that it is the one that the
   * manifest means. What is in memory counts for nothing here: the files are read.
   */
  public void verify(TableState table) throws IOException {
    TableReader reader = cache.pin(table.handle());
    try {
      reader.verify();
      if (!TableMeta.of(table.number(), reader.properties()).equals(table.meta())) {
        throw new CorruptionException(
            storage.describe(FileNames.table(table.number()))
                + ": its properties are not those that the manifest says");
      }
      if (table.generation() > 0) {
        verifyGeneration(table);
      }
    } finally {
      cache.unpin(table.handle());
    }
  }

  /** The filter too: readers make a damaged one anew, and do not tell. */
  private void verifyGeneration(TableState table) throws IOException {
    GenerationFile file = readGeneration(table);
    try {
      if (file.deadSet().count() != table.deadEntries()) {
        throw new CorruptionException(
            file.deadSet().count()
                + " dead entries, where the manifest says "
                + table.deadEntries());
      }
      if (file.filterDamage().isPresent()) {
        throw file.filterDamage().get();
      }
      if (file.filter().isPresent()) {
        FilterCatalog.installed().open(file.filter().get());
      }
    } catch (CorruptionException e) {
      String name = FileNames.generation(table.number(), table.generation());
      throw new CorruptionException(storage.describe(name) + ": " + e.getMessage(), e);
    }
  }
}
