package io.koel.engine.version;

import io.koel.engine.table.TableHandle;
import java.util.Arrays;
import java.util.List;

/** Tables that exist in a version only. */
public final class TestTables {

  private TestTables() {}

  public static TableMeta meta(long number, String smallest, String largest, long size) {
    return meta(number, smallest, largest, size, 10, 0);
  }

  private static TableMeta meta(
      long number, String smallest, String largest, long size, long entries, long tombstones) {
    return new TableMeta(
        number,
        size,
        smallest.getBytes(),
        largest.getBytes(),
        number,
        number,
        entries,
        tombstones,
        entries,
        5);
  }

  public static TableState table(long number, String smallest, String largest, long size) {
    return new TableState(meta(number, smallest, largest, size), 0, 0, new TableHandle(number));
  }

  /** A table of so many puts. */
  public static TableState puts(
      long number, String smallest, String largest, long size, long entries) {
    TableMeta meta = meta(number, smallest, largest, size, entries, 0);
    return new TableState(meta, 0, 0, new TableHandle(number));
  }

  /** A table of ten entries, so many of them dead. */
  public static TableState dead(
      long number, String smallest, String largest, long size, long deadEntries) {
    return new TableState(
        meta(number, smallest, largest, size), 1, deadEntries, new TableHandle(number));
  }

  /** A table of ten tombstones that all have one sequence, the table's number. */
  public static TableState tombstones(long number, String smallest, String largest) {
    TableMeta meta = meta(number, smallest, largest, 100, 10, 10);
    return new TableState(meta, 0, 0, new TableHandle(number));
  }

  /** A version with these tables on each level, from level 0 down. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static Version version(List<TableState>... levels) {
    Level[] all = new Level[Version.LEVELS];
    for (int level = 0; level < all.length; level++) {
      List<TableState> tables =
          level < levels.length ? Arrays.asList(levels).get(level) : List.of();
      all[level] = Level.of(level, tables);
    }
    return new Version(null, all);
  }
}
