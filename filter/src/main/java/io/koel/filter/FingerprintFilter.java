package io.koel.filter;

/**
 * A dynamic filter that keeps something of its own for each key, so that its content can be
 * counted.
 *
 * <p>Such a filter knows a key by its <em>fingerprint class</em>: the hashes that it cannot tell
 * apart. A key that is removed takes one copy of its class away, whichever key of the class left
 * it. An audit relies on that: for every class, {@link #copies} must be the number of keys of the
 * class that were added and not removed. Fewer copies mean that a removal took another key's place,
 * and a key may be lost; more mean that a removed key was not forgotten.
 *
 * <p>A family whose keys share counters, such as a counting Bloom filter, has no such classes; its
 * filters are plain {@link DynamicFilter}s.
 */
public interface FingerprintFilter extends DynamicFilter {

  /** The answer of {@link #copies} for a class that the filter no longer counts. */
  int UNCOUNTED = -1;

  /**
   * The number of the hash's class: equal for two hashes exactly if this filter cannot tell them
   * apart. It belongs to this filter; another one, even of the same family, numbers in its own way.
   */
  long fingerprintClass(long keyHash);

  /**
   * How many keys of the hash's class the filter holds, or {@link #UNCOUNTED} when the class had so
   * many that the filter keeps it for ever: it then goes on saying "maybe" whatever is removed.
   */
  int copies(long keyHash);
}
