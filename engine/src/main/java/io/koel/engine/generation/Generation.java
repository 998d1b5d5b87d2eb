package io.koel.engine.generation;

import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilter;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterReader;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryCursor;
import io.koel.sst.ReadPurpose;
import io.koel.sst.TableCursor;
import io.koel.sst.TableReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * A table's generation above 0 as its readers use it: what is dead, and the filter to ask instead
 * of the table's own. Immutable, to be shared between threads.
 */
public final class Generation {

  private final DeadSet deadSet;
  private final FilterBlock filterBlock;
  private final FilterReader filter;

  private Generation(DeadSet deadSet, FilterBlock filterBlock, FilterReader filter) {
    this.deadSet = deadSet;
    this.filterBlock = filterBlock;
    this.filter = filter;
  }

  /**
   * Makes a stored generation usable. A filter that is damaged is made anew from the table and the
   * dead set, which takes reading the table once.
   */
  public static Generation of(GenerationFile file, TableReader table, int level)
      throws IOException {
    Optional<FilterBlock> block = file.filter();
    Optional<FilterReader> filter = Optional.empty();
    boolean damaged = file.filterDamage().isPresent();
    if (block.isPresent()) {
      try {
        filter = FilterCatalog.installed().open(block.get());
      } catch (CorruptionException e) {
        damaged = true;
      }
    }
    if (damaged) {
      block = rebuildFilter(table, file.deadSet(), level);
      filter = block.isPresent() ? FilterCatalog.installed().open(block.get()) : filter;
    }
    return filter.isPresent()
        ? new Generation(file.deadSet(), block.get(), filter.get())
        : new Generation(file.deadSet(), null, null);
  }

  /**
   * The table's own filter without the keys that are wholly dead; nothing if its family cannot
   * forget.
   */
  public static Optional<FilterBlock> rebuildFilter(TableReader table, DeadSet dead, int level)
      throws IOException {
    if (table.filter().isEmpty()) {
      return Optional.empty();
    }
    FilterBlock whole = table.readFilterBlock();
    Optional<DynamicFilter> thawed = thaw(Optional.of(whole));
    if (thawed.isEmpty()) {
      return Optional.empty();
    }
    DynamicFilter filter = thawed.get();
    long seed = whole.hashSeed();
    try (TableCursor entries = table.cursor(level, ReadPurpose.COMPACTION)) {
      byte[] key = null;
      boolean alive = true;
      for (boolean more = entries.first(); more; more = entries.next()) {
        if (key == null || !isAt(entries, key)) {
          if (!alive) {
            filter.removeHash(KeyHash.of(key, seed));
          }
          key = userKey(entries);
          alive = false;
        }
        alive |= !dead.isDead(entries.ordinal());
      }
      if (!alive) {
        filter.removeHash(KeyHash.of(key, seed));
      }
    }
    return Optional.of(filter.freeze());
  }

  /** A changeable copy of a stored filter; nothing if there is none or its family cannot forget. */
  public static Optional<DynamicFilter> thaw(Optional<FilterBlock> block)
      throws CorruptionException {
    return block.isEmpty() ? Optional.empty() : FilterCatalog.installed().thaw(block.get());
  }

  /** The dead entries. */
  public DeadSet deadSet() {
    return deadSet;
  }

  /**
   * The filter that replaces the table's own, as it is stored; nothing if that one still serves.
   */
  public Optional<FilterBlock> filterBlock() {
    return Optional.ofNullable(filterBlock);
  }

  /** Whether this generation has a filter of its own. */
  public boolean hasFilter() {
    return filter != null;
  }

  /**
   * Asks the generation's filter.
   *
   * <p>REQUIRES: {@link #hasFilter}.
   *
   * @param keyHash the key's hash with {@code hashSeed}
   */
  public boolean mightContain(byte[] key, long keyHash, long hashSeed) {
    long seed = filterBlock.hashSeed();
    return filter.mightContainHash(seed == hashSeed ? keyHash : KeyHash.of(key, seed));
  }

  /** The memory that this takes, about. */
  public long memoryInBytes() {
    return deadSet.sizeInBytes() + (filter == null ? 0 : filter.sizeInBytes());
  }

  private static boolean isAt(EntryCursor entry, byte[] key) {
    int from = entry.keyOffset();
    return Arrays.equals(entry.keyArray(), from, from + entry.keyLength(), key, 0, key.length);
  }

  private static byte[] userKey(EntryCursor entry) {
    int from = entry.keyOffset();
    return Arrays.copyOfRange(entry.keyArray(), from, from + entry.keyLength());
  }
}
