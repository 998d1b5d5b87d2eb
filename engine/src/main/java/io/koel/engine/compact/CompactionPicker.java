package io.koel.engine.compact;

import io.koel.Options;
import io.koel.engine.version.Level;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides what is compacted next.
 *
 * <p>Each level has a score: level 0 by its number of tables, a deeper one by its size against its
 * target. The level with the highest score from 1 on goes first. Within a level, the table goes
 * first that drags the fewest bytes of the next level along, its own dead entries counted in its
 * favour. When no level needs anything, a table that is mostly dead is written anew in its place.
 *
 * <p>Stateless: everything is read off the version and the reservations.
 */
public final class CompactionPicker {

  /**
   * From this share of dead entries on, a table is written anew without them: three bytes are won
   * for two that are written.
   */
  private static final double REWRITE_DEAD_SHARE = 0.6;

  private final Options options;

  public CompactionPicker(Options options) {
    this.options = options;
  }

  /**
   * The compaction that is most needed, or null if none is needed or possible now.
   *
   * <p>REQUIRES: the engine's lock, for the reservations.
   */
  public Compaction pick(Version version, Reservations reservations) {
    LevelTargets targets = new LevelTargets(version, options);
    double[] scores = new double[Version.LEVELS - 1];
    for (int level = 0; level < scores.length; level++) {
      scores[level] = score(version, level, targets, reservations);
    }
    while (true) {
      int best = 0;
      for (int level = 1; level < scores.length; level++) {
        best = scores[level] > scores[best] ? level : best;
      }
      if (scores[best] < 1) {
        return mostlyDead(version, reservations);
      }
      Compaction found =
          best == 0
              ? fromLevel0(version, targets.baseLevel(), reservations)
              : fromLevel(version, best, reservations);
      if (found != null) {
        return found;
      }
      scores[best] = 0;
    }
  }

  private double score(
      Version version, int level, LevelTargets targets, Reservations reservations) {
    Level tables = version.level(level);
    if (level == 0) {
      return (double) tables.size() / options.level0CompactionTrigger();
    }
    long bytes = 0;
    for (int i = 0; i < tables.size(); i++) {
      TableState table = tables.table(i);
      bytes += reservations.isReserved(table) ? 0 : table.meta().sizeInBytes();
    }
    return (double) bytes / Math.max(1, targets.target(level));
  }

  /** All of level 0, or null if some of it is reserved. */
  private Compaction fromLevel0(Version version, int baseLevel, Reservations reservations) {
    List<TableState> upper = version.level(0).tables();
    return allowed(merge(version, 0, baseLevel, upper), reservations);
  }

  /** The table of a level with the fewest bytes below for each of its own. */
  private Compaction fromLevel(Version version, int level, Reservations reservations) {
    Compaction best = null;
    double bestRatio = Double.MAX_VALUE;
    for (TableState table : version.level(level).tables()) {
      if (reservations.isReserved(table)) {
        continue;
      }
      Compaction candidate = merge(version, level, level + 1, List.of(table));
      double living = 1 - deadShare(table);
      double ratio = living * candidate.inputBytes() / table.meta().sizeInBytes();
      if (ratio < bestRatio && reservations.allows(candidate)) {
        best = candidate;
        bestRatio = ratio;
      }
    }
    return best;
  }

  /**
   * The compactions that push a range of keys one level down, or, on the last level in use, rewrite
   * the tables that have something to drop. Empty if there is nothing to do at this level; null if
   * it has to wait for others.
   *
   * <p>REQUIRES: the engine's lock, for the reservations.
   *
   * @param to inclusive
   */
  public List<Compaction> manual(
      Version version, int level, byte[] from, byte[] to, Reservations reservations) {
    List<TableState> upper =
        level == 0 && !version.level(0).overlapping(from, to).isEmpty()
            ? version.level(0).tables()
            : version.level(level).overlapping(from, to);
    if (upper.isEmpty()) {
      return List.of();
    }
    if (level == 0 || level < version.deepestLevel()) {
      int below = level == 0 ? new LevelTargets(version, options).baseLevel() : level + 1;
      Compaction all = allowed(merge(version, level, below, upper), reservations);
      return all == null ? null : List.of(all);
    }
    List<Compaction> rewrites = new ArrayList<>();
    for (TableState table : upper) {
      if (hasGarbage(table)) {
        Compaction rewrite = new Compaction(version, level, level, List.of(table), List.of());
        if (allowed(rewrite, reservations) == null) {
          return null;
        }
        rewrites.add(rewrite);
      }
    }
    return rewrites;
  }

  /** The table with the largest share of dead entries, if that is worth its rewriting. */
  private static Compaction mostlyDead(Version version, Reservations reservations) {
    Compaction best = null;
    double bestShare = REWRITE_DEAD_SHARE;
    for (int level = 1; level < Version.LEVELS; level++) {
      for (TableState table : version.level(level).tables()) {
        double share = deadShare(table);
        if (share >= bestShare) {
          Compaction rewrite = new Compaction(version, level, level, List.of(table), List.of());
          if (reservations.allows(rewrite)) {
            best = rewrite;
            bestShare = share;
          }
        }
      }
    }
    return best;
  }

  private static double deadShare(TableState table) {
    return (double) table.deadEntries() / table.meta().entries();
  }

  private static boolean hasGarbage(TableState table) {
    return table.meta().tombstones() > 0
        || table.deadEntries() > 0
        || table.meta().entries() > table.meta().distinctKeys();
  }

  private static Compaction merge(
      Version version, int level, int outputLevel, List<TableState> upper) {
    List<TableState> lower =
        version
            .level(outputLevel)
            .overlapping(Compaction.smallest(upper), Compaction.largest(upper));
    return new Compaction(version, level, outputLevel, upper, lower);
  }

  private static Compaction allowed(Compaction wanted, Reservations reservations) {
    return reservations.allows(wanted) ? wanted : null;
  }
}
