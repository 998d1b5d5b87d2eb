package io.koel.sst;

/** Which of a table's entries are dead, by ordinal. Immutable, to be shared between threads. */
public interface DeadEntries {

  /** All are alive. */
  DeadEntries NONE =
      new DeadEntries() {
        @Override
        public boolean isDead(long ordinal) {
          return false;
        }

        @Override
        public boolean allDead(long first, long lastInclusive) {
          return false;
        }
      };

  /** Whether the entry is dead. */
  boolean isDead(long ordinal);

  /** Whether all entries of a range are dead. */
  boolean allDead(long first, long lastInclusive);
}
