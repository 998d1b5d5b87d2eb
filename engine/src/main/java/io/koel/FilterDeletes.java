package io.koel;

/**
 * How far compaction goes to let tombstones die early. Each setting does what the one before does,
 * and more. docs/filter-deletes.md tells the whole story.
 */
public enum FilterDeletes {
  /** A tombstone goes when no older table's range of keys has its key. */
  OFF,

  /** Also when no older table's filter may contain its key: a filter's "no" is proof. */
  ELIDE,

  /** Also when all older versions of its key were found and marked dead in their tables. */
  DEAD_SET,

  /**
   * And the dead keys leave their tables' filters, so that lookups of them read nothing. Tables
   * whose filters cannot forget are treated as with {@link #DEAD_SET}.
   */
  FULL
}
