package io.koel.bench.workload;

import java.io.IOException;

/** Something to be done many times and measured. */
public interface Task {

  /** How many operations a task has, and whether it changes the store. */
  enum Kind {
    /** One operation for each entry, into an empty store. */
    FILL,
    /** As many operations as asked for, that write. */
    WRITE,
    /** One operation for each second entry. */
    HALF,
    /** As many operations as asked for, that only read. */
    READ,
    /** One pass over all entries. */
    SCAN,
    /** Something done once. */
    ONCE;

    boolean writes() {
      return this != READ && this != SCAN;
    }

    /** Whether each key is met once, so that threads take turns. */
    boolean meetsEachKeyOnce() {
      return this == FILL || this == HALF;
    }
  }

  Kind kind();

  /** Makes the key of an operation, before its time is taken. */
  default void prepare(Step step, long operation, byte[] key) {}

  /** How many prepared keys one call of {@link #run} uses; each counts as an operation. */
  default int keysPerCall() {
    return 1;
  }

  /** One call; gives how many keys it found. */
  int run(Step step, long operation) throws IOException;

  /** Whether one more thread overwrites random entries meanwhile. */
  default boolean whileWriting() {
    return false;
  }
}
