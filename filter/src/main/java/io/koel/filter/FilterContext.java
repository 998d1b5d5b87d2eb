package io.koel.filter;

/**
 * What is known of a table when its filter is begun.
 *
 * @param level the level of the tree that the table is written for, 0 or more
 * @param hashSeed the seed of the key hashes that the filter will be given
 * @param expectedKeys about how many distinct keys will come, 0 when unknown; a hint for the first
 *     allocation, never a limit
 */
public record FilterContext(int level, long hashSeed, long expectedKeys) {

  public FilterContext {
    if (level < 0) {
      throw new IllegalArgumentException("level " + level + " is below 0");
    }
    if (expectedKeys < 0) {
      throw new IllegalArgumentException("expectedKeys " + expectedKeys + " is below 0");
    }
  }

  /** A context for use apart from any tree: level 0, nothing known of the number of keys. */
  public static FilterContext withSeed(long hashSeed) {
    return new FilterContext(0, hashSeed, 0);
  }
}
