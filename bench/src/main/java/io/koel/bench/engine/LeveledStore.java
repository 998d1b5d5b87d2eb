package io.koel.bench.engine;

import java.io.IOException;

/** A store whose tables can be put on a level by hand, so that two stores get one shape. */
public interface LeveledStore extends Store {

  /**
   * Flushes, merges all tables of level 0 and puts the result on {@code level}, merged with what is
   * there. Level 0 means that the flushed tables stay where they are. Returns at rest.
   *
   * <p>REQUIRES: opened without automatic compaction; the levels between are empty.
   */
  void moveLevelZeroTo(int level) throws IOException;
}
