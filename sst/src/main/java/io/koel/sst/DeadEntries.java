package io.koel.sst;

/** Which of a table's entries are dead, by ordinal. Immutable, to be shared between threads. */
public interface DeadEntries {

  /** Whether the entry is dead. */
  boolean isDead(long ordinal);

  /** Whether all entries of a range are dead. */
  boolean allDead(long first, long lastInclusive);
}
