package io.koel.engine.version;

import java.util.Arrays;
import java.util.List;

/**
 * The tables of one level.
 *
 * <p>Level 0 has tables that may overlap, the newest first. The tables of a deeper level are
 * disjoint and sorted by key; a user key is in one of them at most. To find it, a lookup searches a
 * flat array with the first eight bytes of each table's largest key, and looks at whole keys only
 * where those are equal.
 */
public final class Level {

  private final int number;
  private final TableState[] tables;
  private final long[] largestPrefixes;
  private final long sizeInBytes;
  private final long entries;

  /** Each table of level 0 as a level of its own, for cursors: they begin often. */
  private final List<Level> singles;

  Level(int number, TableState[] tables) {
    this.number = number;
    this.tables = tables;
    this.largestPrefixes = new long[tables.length];
    long bytes = 0;
    long entries = 0;
    for (int i = 0; i < tables.length; i++) {
      largestPrefixes[i] = KeyPrefix.of(tables[i].meta().largest());
      bytes += tables[i].meta().sizeInBytes();
      entries += tables[i].meta().entries();
    }
    this.sizeInBytes = bytes;
    this.entries = entries;
    this.singles =
        number == 0 && tables.length > 1
            ? Arrays.stream(tables).map(table -> of(0, List.of(table))).toList()
            : List.of(this);
  }

  /** Some tables of a level, in the order in which they are there, as if they were all. */
  public static Level of(int number, List<TableState> tables) {
    return new Level(number, tables.toArray(new TableState[0]));
  }

  public int number() {
    return number;
  }

  public int size() {
    return tables.length;
  }

  public boolean isEmpty() {
    return tables.length == 0;
  }

  public TableState table(int index) {
    return tables[index];
  }

  /** All tables, in this level's order. */
  public List<TableState> tables() {
    return List.of(tables);
  }

  /**
   * Levels whose tables are disjoint and that together are this one: of level 0 each table by
   * itself.
   */
  public List<Level> disjoint() {
    return singles;
  }

  /** The sum of the tables' file lengths. */
  public long sizeInBytes() {
    return sizeInBytes;
  }

  /** How many entries the tables have. */
  public long entries() {
    return entries;
  }

  /**
   * The table whose bounds hold the key, or null.
   *
   * <p>REQUIRES: not level 0.
   *
   * @param keyPrefix the key's {@link KeyPrefix}
   */
  public TableState find(byte[] key, long keyPrefix) {
    int index = firstNotBefore(key, 0, key.length, keyPrefix);
    if (index == tables.length) {
      return null;
    }
    TableState table = tables[index];
    return Arrays.compareUnsigned(table.meta().smallest(), key) <= 0 ? table : null;
  }

  /**
   * The index of the first table whose largest key is at or after the key; {@link #size()} if there
   * is none.
   *
   * <p>REQUIRES: not level 0.
   */
  public int firstNotBefore(byte[] key, int offset, int length) {
    return firstNotBefore(key, offset, length, KeyPrefix.of(key, offset, length));
  }

  private int firstNotBefore(byte[] key, int offset, int length, long keyPrefix) {
    int low = 0;
    int high = tables.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (endsBefore(middle, key, offset, length, keyPrefix)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean endsBefore(int index, byte[] key, int offset, int length, long keyPrefix) {
    long prefix = largestPrefixes[index];
    if (prefix != keyPrefix) {
      return prefix < keyPrefix;
    }
    byte[] largest = tables[index].meta().largest();
    return Arrays.compareUnsigned(largest, 0, largest.length, key, offset, offset + length) < 0;
  }

  /** Whether the level has a table in just this state. REQUIRES: not level 0. */
  public boolean has(TableState table) {
    byte[] key = table.meta().largest();
    return find(key, KeyPrefix.of(key)) == table;
  }

  /** The tables that overlap a range of keys, both ends inclusive; null means no bound. */
  public List<TableState> overlapping(byte[] from, byte[] to) {
    if (number == 0) {
      return Arrays.stream(tables).filter(t -> t.meta().overlaps(from, to)).toList();
    }
    int first = from == null ? 0 : firstNotBefore(from, 0, from.length);
    int end = first;
    while (end < tables.length && tables[end].meta().overlaps(from, to)) {
      end++;
    }
    return List.of(Arrays.copyOfRange(tables, first, end));
  }
}
