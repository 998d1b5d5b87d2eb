package io.koel.engine.compact;

import io.koel.FilterDeletes;
import io.koel.engine.read.Tables;
import io.koel.engine.stats.JobCounters;
import io.koel.engine.version.KeyPrefix;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.filter.KeyHash;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Says whether a table below a compaction's output may show a key. A tombstone whose key no older
 * table can show has nothing left to hide.
 *
 * <p>Asked in this order: the tables' bounds, which cost nothing; their filters, whose "no" is
 * proof; and at last the tables themselves, where {@link DeadMarks} marks the key dead. A table
 * that cannot be asked may show anything: its tombstones stay, the error is told, and the
 * compaction goes on.
 *
 * <p>The version that is installed when a key's turn comes is asked. What it does not show below
 * the output, no later version can: older entries of the key could come there only through tables
 * that this compaction has reserved, and compactions below only write what they read.
 */
final class OlderTables implements Retention.Tombstones {

  private final FilterDeletes setting;
  private final InstalledVersion installed;
  private final int outputLevel;
  private final Tables tables;
  private final long hashSeed;
  private final DeadMarks marks;
  private final JobCounters counters;
  private final Set<TableState> unreadable = new HashSet<>();

  private long notCovered;
  private long denied;
  private long cleared;

  OlderTables(
      FilterDeletes setting,
      InstalledVersion installed,
      int outputLevel,
      Tables tables,
      long hashSeed,
      DeadMarks marks,
      JobCounters counters) {
    this.setting = setting;
    this.installed = installed;
    this.outputLevel = outputLevel;
    this.tables = tables;
    this.hashSeed = hashSeed;
    this.marks = marks;
    this.counters = counters;
  }

  private enum Answer {
    /** The filter says no. */
    DENIED,
    /** The table was read, and shows the key no more. */
    CLEARED,
    /** The table shows the key, or that is not known. */
    MAY_SHOW
  }

  @Override
  public boolean mayHideSomething(byte[] array, int length) {
    byte[] key = Arrays.copyOf(array, length);
    long prefix = KeyPrefix.of(key);
    long hash = 0;
    boolean isCovered = false;
    boolean isCleared = false;
    Version version = installed.get();
    for (int level = outputLevel + 1; level < Version.LEVELS; level++) {
      TableState table = version.level(level).find(key, prefix);
      if (table == null) {
        continue;
      }
      if (setting == FilterDeletes.OFF) {
        return true;
      }
      hash = isCovered ? hash : KeyHash.of(key, hashSeed);
      isCovered = true;
      Answer answer = ask(table, level, key, hash);
      if (answer == Answer.MAY_SHOW) {
        return true;
      }
      isCleared |= answer == Answer.CLEARED;
    }
    if (isCleared) {
      cleared++;
    } else if (isCovered) {
      denied++;
    } else {
      notCovered++;
    }
    return false;
  }

  private Answer ask(TableState table, int level, byte[] key, long hash) {
    if (unreadable.contains(table)) {
      return Answer.MAY_SHOW;
    }
    try {
      if (!tables.mightContain(table, level, key, hash)) {
        return Answer.DENIED;
      }
      boolean isCleared = setting != FilterDeletes.ELIDE && marks.clear(table, level, key);
      return isCleared ? Answer.CLEARED : Answer.MAY_SHOW;
    } catch (IOException e) {
      unreadable.add(table);
      counters.verificationFailed(e);
      return Answer.MAY_SHOW;
    }
  }

  /** How many tombstones went because no older table covers their key. */
  long notCovered() {
    return notCovered;
  }

  /** How many tombstones went because all older tables that cover their key deny it. */
  long denied() {
    return denied;
  }

  /** How many tombstones went because older tables were read, and show their key no more. */
  long cleared() {
    return cleared;
  }
}
