package io.koel.engine.compact;

import io.koel.Options;
import io.koel.engine.version.Level;
import io.koel.engine.version.TableMeta;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Decides what is compacted next.
 *
 * <p>Each level has a score: level 0 by its number of tables, a deeper one by its {@linkplain
 * TableWeights weight} against its target. The level with the highest score from 1 on goes first.
 * While level 0 slows writers down, levels weigh no more than their bytes: tombstones may make them
 * many times too heavy, and level 0 would wait for all of that. Within a level, the table goes
 * first that drags the fewest bytes of the next level along for its weight, its own dead entries
 * counted in its favour. When no level needs anything, a table that is mostly garbage is written
 * anew in its place.
 *
 * <p>Garbage is what is marked dead. Where nothing older lies below and no snapshot stands in the
 * way any more, it is also every tombstone and every entry that a newer one hides: such a table was
 * written for a snapshot that has ended since, and no merge from above might ever come.
 *
 * <p>Stateless: everything is read off the version, the reservations and the snapshots.
 */
public final class CompactionPicker {

  /**
   * From this share of dead entries on, a table is written anew without them: three bytes are won
   * for two that are written.
   */
  private static final double REWRITE_DEAD_SHARE = 0.6;

  /**
   * From this share of needless entries on, too. Each byte of them takes nine of others, about as
   * many as it takes to bring a byte a level down. They do not come again, and among them are
   * tombstones, from whose lookups no filter can spare a read.
   */
  private static final double REWRITE_NEEDLESS_SHARE = 0.1;

  private final Options options;

  public CompactionPicker(Options options) {
    this.options = options;
  }

  /**
   * The compaction that is most needed, or null if none is needed or possible now.
   *
   * <p>REQUIRES: the engine's lock, for the reservations.
   *
   * @param isSeenByAll whether all snapshots see everything up to a sequence
   */
  public Compaction pick(Version version, Reservations reservations, LongPredicate isSeenByAll) {
    LevelTargets targets = new LevelTargets(version, options);
    TableWeights weights = new TableWeights(version);
    boolean slowsWriters = version.level(0).size() >= options.level0SlowdownTrigger();
    TableWeights urgent = slowsWriters ? TableWeights.BYTES : weights;
    double[] scores = new double[Version.LEVELS - 1];
    for (int level = 0; level < scores.length; level++) {
      scores[level] = score(version, level, targets, urgent, reservations);
    }
    while (true) {
      int best = 0;
      for (int level = 1; level < scores.length; level++) {
        best = scores[level] > scores[best] ? level : best;
      }
      if (scores[best] < 1) {
        return mostGarbage(version, reservations, isSeenByAll);
      }
      Compaction found =
          best == 0
              ? fromLevel0(version, targets.baseLevel(), reservations)
              : fromLevel(version, best, weights, reservations);
      if (found != null) {
        return found;
      }
      scores[best] = 0;
    }
  }

  private double score(
      Version version,
      int level,
      LevelTargets targets,
      TableWeights weights,
      Reservations reservations) {
    Level tables = version.level(level);
    if (level == 0) {
      return (double) tables.size() / options.level0CompactionTrigger();
    }
    double weight = 0;
    for (int i = 0; i < tables.size(); i++) {
      TableState table = tables.table(i);
      weight += reservations.isReserved(table) ? 0 : weights.weight(table, level);
    }
    return weight / Math.max(1, targets.target(level));
  }

  /** All of level 0, or null if some of it is reserved. */
  private Compaction fromLevel0(Version version, int baseLevel, Reservations reservations) {
    List<TableState> upper = version.level(0).tables();
    return allowed(merge(version, 0, baseLevel, upper), reservations);
  }

  /** The table of a level that is compacted at the least cost for its weight. */
  private Compaction fromLevel(
      Version version, int level, TableWeights weights, Reservations reservations) {
    Compaction best = null;
    double bestRatio = Double.MAX_VALUE;
    for (TableState table : version.level(level).tables()) {
      if (reservations.isReserved(table)) {
        continue;
      }
      Compaction candidate = merge(version, level, level + 1, List.of(table));
      double living = 1 - deadShare(table);
      double ratio = living * candidate.inputBytes() / weights.weight(table, level);
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

  /** The table that most deserves to be rewritten for its garbage, or null if none does. */
  private static Compaction mostGarbage(
      Version version, Reservations reservations, LongPredicate isSeenByAll) {
    Compaction best = null;
    double bestWorth = 1;
    for (int level = 1; level < Version.LEVELS; level++) {
      for (TableState table : version.level(level).tables()) {
        double worth = worthOfRewriting(version, level, table, isSeenByAll);
        if (worth >= bestWorth) {
          Compaction rewrite = new Compaction(version, level, level, List.of(table), List.of());
          if (reservations.allows(rewrite)) {
            best = rewrite;
            bestWorth = worth;
          }
        }
      }
    }
    return best;
  }

  /** From 1 on, rewriting the table in its place pays. */
  private static double worthOfRewriting(
      Version version, int level, TableState table, LongPredicate isSeenByAll) {
    double worth = deadShare(table) / REWRITE_DEAD_SHARE;
    TableMeta meta = table.meta();
    long needless = meta.tombstones() + meta.entries() - meta.distinctKeys();
    double worthIfNeedless = (double) needless / meta.entries() / REWRITE_NEEDLESS_SHARE;
    return worthIfNeedless >= 1
            && isAboveNothing(version, level, meta)
            && isSeenByAll.test(meta.largestSequence())
        ? Math.max(worth, worthIfNeedless)
        : worth;
  }

  private static boolean isAboveNothing(Version version, int level, TableMeta meta) {
    for (int below = level + 1; below < Version.LEVELS; below++) {
      if (!version.level(below).overlapping(meta.smallest(), meta.largest()).isEmpty()) {
        return false;
      }
    }
    return true;
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
