package io.koel.engine.version;

/**
 * One step from a {@link Version} to the next. Edits that belong together are one record of the
 * {@link Manifest}: after a crash all of them happened or none.
 */
public sealed interface VersionEdit {

  /** What a database is from its creation on. Each manifest begins with it. */
  record Identity(long hashSeed) implements VersionEdit {}

  /** All file numbers from this one on are unused. */
  record NextNumber(long number) implements VersionEdit {}

  /** Logs below this number are not needed any more. */
  record LogNumber(long number) implements VersionEdit {}

  /** Every entry in a table has this sequence or an older one. */
  record LastSequence(long sequence) implements VersionEdit {}

  /**
   * A table joins a level. A generation above 0 comes only from a manifest's snapshot or a move.
   */
  record AddTable(int level, TableMeta meta, int generation, long deadEntries)
      implements VersionEdit {

    /** A new table: nothing in it is dead. */
    public AddTable(int level, TableMeta meta) {
      this(level, meta, 0, 0);
    }
  }

  /** A table leaves its level. */
  record DropTable(int level, long number) implements VersionEdit {}

  /** A table gets another generation, in which so many of its entries are dead. */
  record SetGeneration(int level, long number, int generation, long deadEntries)
      implements VersionEdit {}
}
