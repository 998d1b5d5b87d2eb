package io.koel.engine.version;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An immutable set of tables, level by level.
 *
 * <p>Readers that need it for long pin it; its files stay until the last pin is gone. When that
 * happens, {@link VersionSet} learns of it, which knows what other versions still need.
 */
public final class Version {

  /** The number of levels; level 0 is where memtables are flushed to. */
  public static final int LEVELS = 7;

  private final VersionSet owner;
  private final Level[] levels;
  private final AtomicInteger pins = new AtomicInteger(1);

  Version(VersionSet owner, Level[] levels) {
    this.owner = owner;
    this.levels = levels;
  }

  public Level level(int number) {
    return levels[number];
  }

  /** All tables of all levels, from level 0 down. */
  public List<TableState> tables() {
    List<TableState> all = new ArrayList<>();
    for (Level level : levels) {
      all.addAll(level.tables());
    }
    return all;
  }

  public int tableCount() {
    int count = 0;
    for (Level level : levels) {
      count += level.size();
    }
    return count;
  }

  /** The deepest level that has a table; 0 if none has. */
  public int deepestLevel() {
    for (int level = LEVELS - 1; level > 0; level--) {
      if (!levels[level].isEmpty()) {
        return level;
      }
    }
    return 0;
  }

  /** Keeps the version's files. REQUIRES: it is pinned already, by the caller or by the store. */
  public void pin() {
    if (pins.getAndIncrement() <= 0) {
      throw new IllegalStateException("a version that was let go cannot be pinned again");
    }
  }

  /** Takes one pin away. */
  public void unpin() {
    int left = pins.decrementAndGet();
    if (left == 0) {
      owner.release(this);
    } else if (left < 0) {
      throw new IllegalStateException("a version was unpinned more often than pinned");
    }
  }
}
