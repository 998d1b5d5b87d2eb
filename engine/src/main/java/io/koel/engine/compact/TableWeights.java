package io.koel.engine.compact;

import io.koel.engine.version.Level;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;

/**
 * How heavy tables weigh when it is decided what to compact: as much as their own bytes and those
 * that their tombstones hide.
 *
 * <p>A tombstone is small, and what it hides may be large. By its own size a level could keep the
 * tombstones of more than is alive, below its target for ever. With what they hide, deletes are
 * bounded as overwrites are: what the levels above the last one hide is a share of the last one.
 * What a tombstone hides is not known; the mean entry of the deeper levels stands for it.
 */
final class TableWeights {

  /** Tables weigh their own bytes only. */
  static final TableWeights BYTES = new TableWeights();

  private final double[] hiddenByTombstone = new double[Version.LEVELS];

  private TableWeights() {}

  TableWeights(Version version) {
    long bytes = 0;
    long entries = 0;
    for (int level = Version.LEVELS - 1; level >= 0; level--) {
      hiddenByTombstone[level] = entries == 0 ? 0 : (double) bytes / entries;
      Level tables = version.level(level);
      bytes += tables.sizeInBytes();
      entries += tables.entries();
    }
  }

  /** A table's weight in bytes, on its level. */
  double weight(TableState table, int level) {
    return table.meta().sizeInBytes() + table.meta().tombstones() * hiddenByTombstone[level];
  }
}
