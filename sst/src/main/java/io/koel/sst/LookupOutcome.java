package io.koel.sst;

/** How a point lookup in one table ended. */
public enum LookupOutcome {
  /** The filter knows that the key is not there: no data block was read. */
  DENIED,

  /** The table has no entry of the key that is old enough. */
  ABSENT,

  /** The table has one. */
  FOUND
}
