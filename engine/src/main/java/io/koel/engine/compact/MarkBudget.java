package io.koel.engine.compact;

import io.koel.engine.generation.GenerationFile;
import io.koel.engine.version.TableState;

/**
 * How much one compaction may spend on marking keys dead in older tables.
 *
 * <p>Reading to verify is bounded by a multiple of the compaction's own input. A new generation of
 * a table whose filter forgets has the whole filter, so it must also pay: each mark saves carrying
 * one tombstone through all compactions down to its key, and that is worth some bytes, but not a
 * filter of megabytes for a handful of keys.
 */
final class MarkBudget {

  /**
   * What a mark may cost in bytes of a generation file. A tombstone of 16-byte keys takes about 30
   * bytes and is written again about ten times in each level that it passes.
   */
  private static final long BYTES_PER_MARK = 512;

  /** The rest is for what a bitmap takes beside its bits. */
  private static final long MAX_GENERATION_BYTES = GenerationFile.MAX_LENGTH / 8 * 7;

  private final Compaction compaction;
  private final long tombstones;
  private long bytesLeft;

  MarkBudget(Compaction compaction, int percentOfInput) {
    this.compaction = compaction;
    this.tombstones = compaction.inputs().stream().mapToLong(t -> t.meta().tombstones()).sum();
    this.bytesLeft = compaction.inputBytes() * percentOfInput / 100;
  }

  /** Whether so many bytes may still be read. */
  boolean allows(long bytes) {
    return bytes <= bytesLeft;
  }

  void charge(long bytes) {
    bytesLeft -= bytes;
  }

  /**
   * Whether about as many keys of the table will die as a new generation of it is worth. One that
   * would be too long never is.
   *
   * @param withFilter whether the generation has a filter of its own
   */
  boolean pays(TableState table, int level, boolean withFilter) {
    long entriesInRange = 0;
    for (TableState other :
        compaction
            .version()
            .level(level)
            .overlapping(compaction.smallest(), compaction.largest())) {
      entriesInRange += other.meta().entries();
    }
    double share =
        (double) table.meta().entries() / Math.max(table.meta().entries(), entriesInRange);
    long filterBytes = withFilter ? table.meta().filterBytes() : 0;
    long generationBytes = filterBytes + table.meta().entries() / 8;
    return tombstones * share * BYTES_PER_MARK >= generationBytes
        && generationBytes <= MAX_GENERATION_BYTES;
  }
}
