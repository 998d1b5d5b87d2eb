package io.koel.sst;

/** What a cursor is for, which decides how it reads ahead and what the block cache learns. */
public enum ReadPurpose {
  /** Blocks come from the cache and stay there; long runs are read ahead. */
  SCAN,

  /**
   * The whole table will be read once: large reads from the start, and the cache is used where it
   * helps but not filled.
   */
  COMPACTION,

  /**
   * Single keys will be looked at, in ascending order: one block at a time, nothing read ahead, so
   * that the cost of each step is known before; the cache is used but not filled.
   */
  VERIFICATION
}
