package io.koel.filter.ribbon;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterFamily;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpec;
import io.koel.filter.FingerprintWidth;
import io.koel.filter.SpecPolicy;

/**
 * Ribbon filters: a key's fingerprint is a linear function, over the field of two elements, of 64
 * neighbouring slots. The slots are found by Gaussian elimination of a matrix that is zero outside
 * of a narrow band.
 *
 * <p>Spec: {@code ribbon(bits=8)}, the width of fingerprints, or {@code ribbon(fpp=0.01)}, the
 * share of absent keys let through.
 *
 * <p>A system with as many slots as keys cannot be solved as a whole. Here each layer is given
 * fewer slots than keys, and where it does not come out, a stretch of neighbouring keys is
 * <em>bumped</em> to the next layer, which a number per bucket of starting places records. So
 * nearly every slot is used, and the whole takes half a percent more than the lower bound of
 * log2(1/fpp) bits per key.
 *
 * <p>The payload is described in {@link RibbonLayout}.
 *
 * <p>Sources: P. Dillinger and S. Walzer, "Ribbon filter: practically smaller than Bloom and Xor",
 * 2021; P. Dillinger, L. Hübschle-Schneider, P. Sanders and S. Walzer, "Fast succinct retrieval and
 * approximate membership using ribbon", SEA 2022 (bumping).
 */
public final class RibbonFamily implements FilterFamily {

  static final String NAME = "ribbon";
  static final int VERSION = 1;

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
    FingerprintWidth width = FingerprintWidth.of(spec.requireOnly("bits", "fpp"));
    return new SpecPolicy(
        FingerprintWidth.canonical(spec), this, new RibbonBuilder(width)::payload);
  }

  @Override
  public FilterReader open(FilterBlock block) throws CorruptionException {
    return RibbonReader.open(block);
  }
}
