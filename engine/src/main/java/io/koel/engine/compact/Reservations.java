package io.koel.engine.compact;

import io.koel.engine.version.TableState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tables that somebody is about to replace, and the ranges of keys that running compactions
 * write to. Who wants to replace a table reserves it first; nobody replaces a table that somebody
 * else has reserved.
 *
 * <p>Guarded by the engine's lock.
 */
public final class Reservations {

  private final Set<Long> tables = new HashSet<>();
  private final List<Compaction> running = new ArrayList<>();

  public boolean isReserved(TableState table) {
    return tables.contains(table.number());
  }

  public boolean anyReserved(Collection<TableState> wanted) {
    return wanted.stream().anyMatch(this::isReserved);
  }

  /**
   * Whether a compaction may run beside those that do. Its tables must be free; and no other may
   * write to the same level within its range of keys, because the results of both would overlap
   * there.
   */
  boolean allows(Compaction wanted) {
    if (anyReserved(wanted.inputs())) {
      return false;
    }
    byte[] smallest = wanted.smallest();
    byte[] largest = wanted.largest();
    for (Compaction other : running) {
      if (wanted.level() == 0 && other.level() == 0) {
        return false;
      }
      if (other.outputLevel() == wanted.outputLevel()
          && Arrays.compareUnsigned(other.smallest(), largest) <= 0
          && Arrays.compareUnsigned(smallest, other.largest()) <= 0) {
        return false;
      }
    }
    return true;
  }

  /** Reserves what a compaction replaces and writes to. REQUIRES: it is allowed. */
  public void begin(Compaction compaction) {
    running.add(compaction);
    reserve(compaction.inputs());
  }

  /** Ends what {@link #begin} began. */
  public void end(Compaction compaction) {
    running.remove(compaction);
    release(compaction.inputs());
  }

  /** Reserves tables. REQUIRES: none of them is reserved. */
  public void reserve(Collection<TableState> wanted) {
    for (TableState table : wanted) {
      if (!tables.add(table.number())) {
        throw new IllegalStateException(table + " is reserved already");
      }
    }
  }

  /** Gives reserved tables back. */
  public void release(Collection<TableState> reserved) {
    reserved.forEach(table -> tables.remove(table.number()));
  }

  /** How many compactions are running. */
  public int running() {
    return running.size();
  }
}
