package io.koel.engine;

/** What a store was opened for. */
enum Access {
  READ_WRITE,

  /** Nothing in the directory changes, not even by recovery or compaction. */
  READ_ONLY
}
