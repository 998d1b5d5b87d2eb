package io.koel.filter;

/**
 * An approximate set of keys: it never answers "no" for a key that was added.
 *
 * <p>Keys are known by their {@link KeyHash} alone. Who holds several filters with one seed hashes
 * a key once and hands the hash to each of them.
 */
public interface Filter {

  /**
   * Returns false only if no key with this hash was added.
   *
   * @param keyHash the key's {@link KeyHash}, made with this filter's seed
   */
  boolean mightContainHash(long keyHash);
}
