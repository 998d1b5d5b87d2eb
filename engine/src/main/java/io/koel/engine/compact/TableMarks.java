package io.koel.engine.compact;

import io.koel.engine.generation.DeadSet;
import io.koel.engine.version.TableState;
import io.koel.filter.DynamicFilter;
import io.koel.filter.FilterBlock;
import io.koel.filter.KeyHash;
import java.util.Optional;

/**
 * What one compaction marks dead in one older table: the next generation while it grows.
 *
 * <p>Not thread-safe.
 */
final class TableMarks {

  private final TableState table;
  private final int level;
  private final DeadSet.Builder dead;

  /** Null if the table's filter cannot forget or shall not. */
  private final DynamicFilter filter;

  private final long filterSeed;
  private long deadEntries;
  private long deadKeys;

  TableMarks(TableState table, int level, DeadSet before, DynamicFilter filter, long filterSeed) {
    this.table = table;
    this.level = level;
    this.dead = new DeadSet.Builder(before);
    this.filter = filter;
    this.filterSeed = filterSeed;
    this.deadEntries = before.count();
  }

  boolean isDead(long ordinal) {
    return dead.isDead(ordinal);
  }

  /**
   * A living key dies, with all its entries. One copy of its fingerprint leaves the filter.
   *
   * <p>REQUIRES: these are all entries of the key in the table, and none of them is dead.
   */
  void kill(byte[] key, long firstOrdinal, int entries) {
    for (int i = 0; i < entries; i++) {
      if (!dead.mark(firstOrdinal + i)) {
        throw new IllegalStateException(
            table + " has a key that is dead in part: entry " + (firstOrdinal + i));
      }
    }
    if (filter != null) {
      filter.removeHash(KeyHash.of(key, filterSeed));
    }
    deadEntries += entries;
    deadKeys++;
  }

  TableState table() {
    return table;
  }

  int level() {
    return level;
  }

  /** How many keys died in this compaction. */
  long deadKeys() {
    return deadKeys;
  }

  /** How many entries are dead in all. */
  long deadEntries() {
    return deadEntries;
  }

  boolean isAllDead() {
    return deadEntries == table.meta().entries();
  }

  DeadSet deadSet() {
    return dead.build();
  }

  Optional<FilterBlock> filterBlock() {
    return filter == null ? Optional.empty() : Optional.of(filter.freeze());
  }
}
