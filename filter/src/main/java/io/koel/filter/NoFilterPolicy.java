package io.koel.filter;

import java.util.Optional;

/** Tables get no filter. */
enum NoFilterPolicy implements FilterPolicy {
  INSTANCE;

  static final String NAME = "none";

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public Optional<FilterBuilder> newBuilder(FilterContext context) {
    return Optional.empty();
  }

  @Override
  public String toString() {
    return spec();
  }
}
