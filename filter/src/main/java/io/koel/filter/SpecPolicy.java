package io.koel.filter;

import java.util.Optional;

/** A family's policy: its spec, and how a builder with these arguments is made. */
public final class SpecPolicy implements FilterPolicy {

  /** Makes a payload of {@code hashes[0..count)}, one for each distinct key, in the order added. */
  @FunctionalInterface
  public interface Payload {
    /** The array is the callee's to change. */
    byte[] of(long[] hashes, int count);
  }

  private final FilterSpec spec;
  private final FilterFamily family;
  private final Payload payload;

  /** The arguments must have been checked: {@code payload} cannot refuse them any more. */
  public SpecPolicy(FilterSpec spec, FilterFamily family, Payload payload) {
    this.spec = spec;
    this.family = family;
    this.payload = payload;
  }

  @Override
  public String spec() {
    return spec.toString();
  }

  @Override
  public Optional<FilterBuilder> newBuilder(FilterContext context) {
    return Optional.of(new HashCollector(context, family, payload));
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
