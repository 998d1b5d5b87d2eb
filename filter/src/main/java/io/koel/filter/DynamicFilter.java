package io.koel.filter;

/**
 * A filter that keys can be added to and removed from. It counts: a hash that was added twice is
 * gone after it was removed twice.
 *
 * <p>Not thread-safe.
 */
public interface DynamicFilter extends Filter {

  /** Adds a key. False means that the filter is full for it, and then nothing has changed. */
  boolean tryAddHash(long keyHash);

  /**
   * Removes one copy of a key.
   *
   * <p>REQUIRES: the key was added and is not yet removed. A filter cannot check that: removing
   * what was never added may take the place of another key, which is then lost.
   *
   * @throws IllegalStateException if the filter holds nothing that the key could have left; then
   *     nothing has changed
   */
  void removeHash(long keyHash);

  /** The number of keys added and not removed. */
  long keyCount();

  /** The memory that the filter takes. */
  long sizeInBytes();

  /** This filter as it is now, for storing. The filter itself stays usable. */
  FilterBlock freeze();
}
