package io.koel.sst;

/**
 * Is told of every block that is read, once. It is called on the way of every lookup, by many
 * threads at once, and must be cheap.
 */
@FunctionalInterface
public interface IoCounter {

  /** Does not count. */
  IoCounter NONE = (kind, level, source, bytes) -> {};

  /**
   * A block was read.
   *
   * @param level the level of the tree that the read was for
   * @param bytes the bytes that came from disk; for a block from the cache, its size in memory
   */
  void blockRead(BlockKind kind, int level, ReadSource source, int bytes);
}
