package io.koel.engine.memtable;

/** A leaf and the range of the entries that belong to it, as a search found them. */
final class LeafRange {

  long[] leaf;

  /** The address of the smallest entry, or NONE if the range has no lower bound. */
  int lower;

  /** The address of the smallest entry after the range, or NONE if there is none. */
  int upper;
}
