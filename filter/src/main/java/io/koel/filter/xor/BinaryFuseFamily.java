package io.koel.filter.xor;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterFamily;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpec;
import io.koel.filter.FingerprintWidth;
import io.koel.filter.SpecPolicy;

/**
 * Binary fuse filters: a key's fingerprint is the xor of the fingerprints in three or four slots of
 * neighbouring segments; see {@link FuseGeometry} and {@link Peeling}.
 *
 * <p>Spec: {@code binary-fuse(bits=8)}, the width of fingerprints, or {@code
 * binary-fuse(fpp=0.004)}, the share of absent keys let through; both with {@code arity=3}, the
 * default, or {@code arity=4}, which takes 5 % less memory and a little more time.
 *
 * <p>The payload is that of {@link PartedReader}, each part that of {@link FusePart}.
 *
 * <p>Source: T. M. Graf and D. Lemire, "Binary fuse filters: fast and smaller than xor filters",
 * JEA 2022.
 */
public final class BinaryFuseFamily implements FilterFamily {

  private static final String NAME = "binary-fuse";
  private static final int VERSION = 1;
  private static final String ARITY = "arity";
  private static final int DEFAULT_ARITY = 3;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int version() {
    return VERSION;
  }

  @Override
  public FilterPolicy policy(FilterSpec spec) {
    FingerprintWidth width = FingerprintWidth.of(spec.requireOnly("bits", "fpp", ARITY));
    int arity = spec.intArgument(ARITY, DEFAULT_ARITY, 3, 4);
    FilterSpec sized = FingerprintWidth.canonical(spec);
    FilterSpec canonical = arity == DEFAULT_ARITY ? sized : sized.with(ARITY, arity);
    Part.Writer writer = (hashes, from, to, bits) -> FusePart.write(arity, hashes, from, to, bits);
    return new SpecPolicy(canonical, this, new PartedBuilder(width, writer)::payload);
  }

  @Override
  public FilterReader open(FilterBlock block) throws CorruptionException {
    return PartedReader.open(block, FusePart::open);
  }
}
