package io.koel.engine.compact;

import io.koel.engine.version.TableMeta;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is to be merged: tables of a level, and those of the level that they go to.
 *
 * @param version the version that it was planned on
 * @param level where the upper tables are
 * @param outputLevel where the results go; the same as {@code level} when a level is rewritten
 * @param upper the tables of {@code level}; from level 0 the newest first, else in key order
 * @param lower the tables of {@code outputLevel} that overlap them, in key order
 */
public record Compaction(
    Version version, int level, int outputLevel, List<TableState> upper, List<TableState> lower) {

  public Compaction {
    if (upper.isEmpty()) {
      throw new IllegalArgumentException("a compaction needs a table");
    }
    upper = List.copyOf(upper);
    lower = List.copyOf(lower);
  }

  /** All tables that are read and replaced. */
  public List<TableState> inputs() {
    List<TableState> all = new ArrayList<>(upper);
    all.addAll(lower);
    return all;
  }

  public long inputBytes() {
    return inputs().stream().mapToLong(t -> t.meta().sizeInBytes()).sum();
  }

  public byte[] smallest() {
    return smallest(inputs());
  }

  public byte[] largest() {
    return largest(inputs());
  }

  /**
   * Whether the tables can simply change their level: nothing would be merged, and there is no
   * tombstone that a merge could drop. A tombstone that was moved to the last level would stay
   * there.
   *
   * @param snapshots the sequences of all living snapshots, ascending
   */
  public boolean isTrivialMove(long[] snapshots) {
    return lower.isEmpty()
        && level != outputLevel
        && upper.stream().noneMatch(table -> mayDropTombstones(table.meta(), snapshots))
        && areDisjoint(upper);
  }

  /** No if there are none, and if a snapshot is older than all of them: it needs what they hide. */
  private static boolean mayDropTombstones(TableMeta table, long[] snapshots) {
    boolean isOlderSnapshot = snapshots.length > 0 && snapshots[0] < table.smallestSequence();
    return table.tombstones() > 0 && !isOlderSnapshot;
  }

  private static boolean areDisjoint(List<TableState> tables) {
    List<TableMeta> sorted =
        tables.stream()
            .map(TableState::meta)
            .sorted((a, b) -> Arrays.compareUnsigned(a.smallest(), b.smallest()))
            .toList();
    for (int i = 1; i < sorted.size(); i++) {
      if (Arrays.compareUnsigned(sorted.get(i - 1).largest(), sorted.get(i).smallest()) >= 0) {
        return false;
      }
    }
    return true;
  }

  static byte[] smallest(List<TableState> tables) {
    return tables.stream().map(t -> t.meta().smallest()).min(Arrays::compareUnsigned).orElseThrow();
  }

  static byte[] largest(List<TableState> tables) {
    return tables.stream().map(t -> t.meta().largest()).max(Arrays::compareUnsigned).orElseThrow();
  }
}
