package io.koel.filter;

import java.util.Optional;
import java.util.function.Function;

/** A family's policy: its spec, and how a builder with these arguments is made. */
public final class SpecPolicy implements FilterPolicy {

  private final FilterSpec spec;
  private final Function<FilterContext, FilterBuilder> builders;

  /** The arguments must have been checked: {@code builders} cannot refuse them any more. */
  public SpecPolicy(FilterSpec spec, Function<FilterContext, FilterBuilder> builders) {
    this.spec = spec;
    this.builders = builders;
  }

  @Override
  public String spec() {
    return spec.toString();
  }

  @Override
  public Optional<FilterBuilder> newBuilder(FilterContext context) {
    return Optional.of(builders.apply(context));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SpecPolicy policy && policy.spec.equals(spec);
  }

  @Override
  public int hashCode() {
    return spec.hashCode();
  }

  @Override
  public String toString() {
    return spec();
  }
}
