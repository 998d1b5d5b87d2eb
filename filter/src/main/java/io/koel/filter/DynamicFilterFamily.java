package io.koel.filter;

/** A family whose filters take and give up keys after they were built. */
public interface DynamicFilterFamily extends FilterFamily {

  /**
   * An empty filter with room for about {@code capacity} keys.
   *
   * @param spec the same arguments as for {@link #policy}
   * @throws FilterSpecException if an argument is unknown, missing or out of its range
   */
  DynamicFilter create(FilterSpec spec, long capacity, long hashSeed);

  /**
   * A changeable copy of a stored filter, whether it was built by a {@link FilterBuilder} or
   * frozen. The block itself does not change.
   *
   * <p>REQUIRES: {@code block.family()} is this family's name and {@link #canRead} its version.
   *
   * @throws CorruptionException if the payload is not one that this family writes
   */
  DynamicFilter thaw(FilterBlock block) throws CorruptionException;
}
