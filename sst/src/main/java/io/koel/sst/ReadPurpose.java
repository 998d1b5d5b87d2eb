package io.koel.sst;

/** What a cursor is for, which decides how it reads ahead and what the block cache learns. */
public enum ReadPurpose {
  /** Blocks come from the cache and stay there; long runs are read ahead. */
  SCAN,

  /**
   * The whole table will be read once: large reads from the start, and the cache is used where it
   * helps but not filled.
   */
  COMPACTION
}
