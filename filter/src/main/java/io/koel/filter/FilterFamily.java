package io.koel.filter;

/**
 * One way to lay out a filter on disk, in all its versions. Families are found by name through
 * {@link java.util.ServiceLoader}: a jar that names its own in {@code
 * META-INF/services/io.koel.filter.FilterFamily} is usable at once.
 *
 * <p>A family that can change a filter after it was built is a {@link DynamicFilterFamily}.
 */
public interface FilterFamily {

  /** The name in specs and blocks: 1 to 64 of {@code a-z 0-9 -}. */
  String name();

  /** The layout version that new blocks are written in. */
  int version();

  /** Whether {@link #open} understands blocks of this layout version. */
  default boolean canRead(int version) {
    return version == version();
  }

  /**
   * The policy that a spec of this family's name asks for.
   *
   * @throws FilterSpecException if an argument is unknown, missing or out of its range
   */
  FilterPolicy policy(FilterSpec spec);

  /**
   * Opens a block of this family.
   *
   * <p>REQUIRES: {@code block.family()} is this family's name and {@link #canRead} its version.
   *
   * @throws CorruptionException if the payload is not one that this family writes
   */
  FilterReader open(FilterBlock block) throws CorruptionException;
}
