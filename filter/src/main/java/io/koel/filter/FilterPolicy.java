package io.koel.filter;

import java.util.Optional;

/**
 * Decides which filter a <em>new</em> table gets. What a stored table has is said by its own {@link
 * FilterBlock}, whatever the policy of the day is.
 *
 * <p>Policies are immutable, and equal when their specs are equal.
 */
public interface FilterPolicy {

  /**
   * This policy as text, such as {@code semisorted-cuckoo(bits=13)}. {@link
   * FilterCatalog#policy(String)} makes an equal policy of it, and all texts that ask for the same
   * come to this one: what decides the size is always there, first, and no other default is.
   */
  String spec();

  /** A builder for one new table's filter, or nothing when the table shall have none. */
  Optional<FilterBuilder> newBuilder(FilterContext context);

  /** The policy of tables without filters; its spec is {@code none}. */
  static FilterPolicy none() {
    return NoFilterPolicy.INSTANCE;
  }
}
