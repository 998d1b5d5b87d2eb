package io.koel.filter;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A policy for each level of the tree: the first for level 0, and so on; the last one also serves
 * all deeper levels. Its spec is {@code per-level(spec, spec, ...)}.
 *
 * @param policies one or more policies
 */
public record PerLevelPolicy(List<FilterPolicy> policies) implements FilterPolicy {

  static final String NAME = "per-level";

  public PerLevelPolicy {
    policies = List.copyOf(policies);
    if (policies.isEmpty()) {
      throw new FilterSpecException("per-level needs one or more policies");
    }
    int length = spec(policies).length();
    if (length > FilterSpecParser.MAX_LENGTH) {
      throw new FilterSpecException(
          "the canonical spec of these "
              + policies.size()
              + " policies would have "
              + length
              + " characters; at most "
              + FilterSpecParser.MAX_LENGTH
              + " are allowed");
    }
  }

  static PerLevelPolicy of(FilterSpec spec, FilterCatalog catalog) {
    if (!spec.arguments().isEmpty()) {
      throw new FilterSpecException(
          spec + ": per-level takes filter specs, as in per-level(bloom(bits=16),none)");
    }
    return new PerLevelPolicy(spec.parts().stream().map(catalog::policy).toList());
  }

  /** The policy for tables of this level. */
  public FilterPolicy forLevel(int level) {
    return policies.get(Math.min(level, policies.size() - 1));
  }

  @Override
  public String spec() {
    return spec(policies);
  }

  private static String spec(List<FilterPolicy> policies) {
    return policies.stream()
        .map(FilterPolicy::spec)
        .collect(Collectors.joining(",", NAME + "(", ")"));
  }

  @Override
  public Optional<FilterBuilder> newBuilder(FilterContext context) {
    return forLevel(context.level()).newBuilder(context);
  }

  @Override
  public String toString() {
    return spec();
  }
}
