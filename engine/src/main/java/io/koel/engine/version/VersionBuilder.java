package io.koel.engine.version;

import io.koel.engine.table.TableHandle;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.engine.version.VersionEdit.DropTable;
import io.koel.engine.version.VersionEdit.SetGeneration;
import io.koel.filter.CorruptionException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Applies edits to a version. Everything that an edit says is checked: edits come from disk too.
 *
 * <p>Protocol: {@code apply* build}.
 */
final class VersionBuilder {

  private static final Comparator<TableState> NEWEST_FIRST =
      Comparator.<TableState>comparingLong(t -> t.meta().largestSequence())
          .thenComparingLong(TableState::number)
          .reversed();
  private static final Comparator<TableState> BY_KEY =
      (a, b) -> Arrays.compareUnsigned(a.meta().smallest(), b.meta().smallest());

  private final LongFunction<TableHandle> newHandle;
  private final List<Map<Long, TableState>> levels = new ArrayList<>();

  /** Tables dropped by these edits, which a later edit may add again: a move. */
  private final Map<Long, TableState> dropped = new HashMap<>();

  /**
   * Begins with a version's tables.
   *
   * @param base null for none
   * @param newHandle makes the handle of a table that is not in the base
   */
  VersionBuilder(Version base, LongFunction<TableHandle> newHandle) {
    this.newHandle = newHandle;
    for (int level = 0; level < Version.LEVELS; level++) {
      Map<Long, TableState> tables = new HashMap<>();
      if (base != null) {
        base.level(level).tables().forEach(t -> tables.put(t.number(), t));
      }
      levels.add(tables);
    }
  }

  void apply(List<VersionEdit> edits) throws CorruptionException {
    for (VersionEdit edit : edits) {
      if (edit instanceof AddTable add) {
        add(add);
      } else if (edit instanceof DropTable drop) {
        dropped.put(drop.number(), take(drop.level(), drop.number()));
      } else if (edit instanceof SetGeneration set) {
        advance(set);
      }
    }
  }

  private void add(AddTable add) throws CorruptionException {
    TableState before = dropped.get(add.meta().number());
    TableState state;
    if (before != null && before.generation() == add.generation()) {
      state = before;
    } else {
      TableHandle handle = before != null ? before.handle() : newHandle.apply(add.meta().number());
      state = new TableState(add.meta(), add.generation(), add.deadEntries(), handle);
    }
    for (Map<Long, TableState> level : levels) {
      if (level.containsKey(add.meta().number())) {
        throw new CorruptionException(add.meta() + " is added twice");
      }
    }
    levels.get(add.level()).put(add.meta().number(), state);
  }

  private void advance(SetGeneration set) throws CorruptionException {
    TableState before = take(set.level(), set.number());
    if (set.generation() <= before.generation()) {
      throw new CorruptionException(
          before + " cannot go to generation " + set.generation() + ", which is not newer");
    }
    TableState after =
        new TableState(before.meta(), set.generation(), set.deadEntries(), before.handle());
    levels.get(set.level()).put(set.number(), after);
  }

  private TableState take(int level, long number) throws CorruptionException {
    TableState state = levels.get(level).remove(number);
    if (state == null) {
      throw new CorruptionException("table " + number + " is not in level " + level);
    }
    return state;
  }

  /** The levels after all edits. */
  Level[] build() throws CorruptionException {
    Level[] built = new Level[Version.LEVELS];
    for (int level = 0; level < Version.LEVELS; level++) {
      TableState[] tables = levels.get(level).values().toArray(new TableState[0]);
      Arrays.sort(tables, level == 0 ? NEWEST_FIRST : BY_KEY);
      if (level > 0) {
        requireDisjoint(level, tables);
      }
      built[level] = new Level(level, tables);
    }
    return built;
  }

  private static void requireDisjoint(int level, TableState[] tables) throws CorruptionException {
    for (int i = 1; i < tables.length; i++) {
      TableMeta left = tables[i - 1].meta();
      TableMeta right = tables[i].meta();
      if (Arrays.compareUnsigned(left.largest(), right.smallest()) >= 0) {
        throw new CorruptionException(left + " and " + right + " overlap in level " + level);
      }
    }
  }
}
