package io.koel.engine;

import io.koel.engine.files.FileNames;
import io.koel.engine.generation.DeadSet;
import io.koel.engine.generation.Generation;
import io.koel.engine.read.ReaderSlot;
import io.koel.engine.read.ReaderSlots;
import io.koel.engine.read.Tables;
import io.koel.engine.version.KeyPrefix;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilter;
import io.koel.filter.FilterBlock;
import io.koel.filter.FingerprintFilter;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryCursor;
import io.koel.sst.FoundEntry;
import io.koel.sst.LookupOutcome;
import io.koel.sst.ReadPurpose;
import io.koel.sst.Storage;
import io.koel.sst.TableCursor;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Checks what filter deletes promise, on all tables of a version:
 *
 * <ul>
 *   <li>a key's entries in a table are dead all together or not at all, and as many as the manifest
 *       says;
 *   <li><b>I1</b> for every fingerprint class of a table's filter, its copies are the keys of the
 *       class that are alive. A filter that cannot count them must at least know every living key;
 *   <li><b>I2</b> nothing dead is uncovered: the newest living entry of a key is newer than all of
 *       its dead ones. A tombstone that was dropped too early leaves an entry that is not.
 * </ul>
 */
final class Audit {

  private final Storage storage;
  private final Tables tables;
  private final ReaderSlots slots;
  private final Version version;
  private final long hashSeed;

  /** REQUIRES: the version is pinned as long as this is used. */
  Audit(Storage storage, Tables tables, ReaderSlots slots, Version version, long hashSeed) {
    this.storage = storage;
    this.tables = tables;
    this.slots = slots;
    this.version = version;
    this.hashSeed = hashSeed;
  }

  /**
   * Checks one table.
   *
   * @throws CorruptionException if a promise is broken; the message names the table
   */
  void check(TableState table, int level) throws IOException {
    Optional<FilterBlock> block = tables.exactFilterBlock(table, level);
    Optional<DynamicFilter> filter = Generation.thaw(block);
    long filterSeed = block.map(FilterBlock::hashSeed).orElse(hashSeed);
    FingerprintClasses classes =
        filter.isPresent() && filter.get() instanceof FingerprintFilter counted
            ? new FingerprintClasses(counted)
            : null;
    DeadSet dead = tables.deadSet(table, level);
    if (dead.count() != table.deadEntries()) {
      throw broken(
          table, dead.count() + " dead entries, where the manifest says " + table.deadEntries());
    }
    try (KeyGroups keys = new KeyGroups(table, level)) {
      while (keys.next(dead)) {
        if (keys.dead > 0 && keys.dead < keys.entries) {
          throw broken(table, "a key is dead in " + keys.dead + " of " + keys.entries + " entries");
        }
        if (keys.dead > 0) {
          checkCovered(table, keys);
        } else if (classes != null) {
          classes.add(KeyHash.of(keys.key, filterSeed));
        } else if (!tables.mightContain(table, level, keys.key, KeyHash.of(keys.key, hashSeed))) {
          throw broken(table, "the filter denies a living key");
        }
      }
    }
    if (classes != null) {
      String wrong = classes.compare();
      if (wrong != null) {
        throw broken(table, wrong);
      }
    }
  }

  private void checkCovered(TableState table, KeyGroups dead) throws IOException {
    FoundEntry newest = new FoundEntry();
    if (findNewest(dead.key, newest) && newest.sequence() < dead.newestSequence) {
      throw broken(
          table,
          "the entry of sequence "
              + dead.newestSequence
              + " is dead, but an older one of its key is alive, of sequence "
              + newest.sequence());
    }
  }

  private boolean findNewest(byte[] key, FoundEntry found) throws IOException {
    long hash = KeyHash.of(key, hashSeed);
    for (TableState table : version.level(0).tables()) {
      if (table.meta().covers(key) && isIn(table, key, hash, 0, found)) {
        return true;
      }
    }
    for (int level = 1; level < Version.LEVELS; level++) {
      TableState table = version.level(level).find(key, KeyPrefix.of(key));
      if (table != null && isIn(table, key, hash, level, found)) {
        return true;
      }
    }
    return false;
  }

  private boolean isIn(TableState table, byte[] key, long hash, int level, FoundEntry found)
      throws IOException {
    ReaderSlot slot = slots.enter();
    try {
      return tables.find(table, key, hash, EntryCursor.MAX_SEQUENCE, level, found)
          == LookupOutcome.FOUND;
    } finally {
      slot.leave();
    }
  }

  private CorruptionException broken(TableState table, String what) {
    String name =
        table.generation() == 0
            ? FileNames.table(table.number())
            : FileNames.generation(table.number(), table.generation());
    return new CorruptionException(storage.describe(name) + ": " + what);
  }

  /** A table's user keys, each with the number of its entries and of the dead ones among them. */
  private final class KeyGroups implements AutoCloseable {

    private final TableState table;
    private final TableCursor cursor;
    private boolean more;

    byte[] key;
    int entries;
    int dead;
    long newestSequence;

    KeyGroups(TableState table, int level) throws IOException {
      this.table = table;
      this.cursor = tables.openAll(table, level, ReadPurpose.COMPACTION);
      this.more = cursor.first();
    }

    boolean next(DeadSet deadSet) throws IOException {
      if (!more) {
        return false;
      }
      int from = cursor.keyOffset();
      key = Arrays.copyOfRange(cursor.keyArray(), from, from + cursor.keyLength());
      newestSequence = cursor.sequence();
      entries = 0;
      dead = 0;
      do {
        entries++;
        dead += deadSet.isDead(cursor.ordinal()) ? 1 : 0;
        more = cursor.next();
      } while (more && isAtKey());
      return true;
    }

    private boolean isAtKey() {
      int from = cursor.keyOffset();
      return Arrays.equals(cursor.keyArray(), from, from + cursor.keyLength(), key, 0, key.length);
    }

    @Override
    public void close() throws IOException {
      tables.close(table, cursor);
    }
  }
}
