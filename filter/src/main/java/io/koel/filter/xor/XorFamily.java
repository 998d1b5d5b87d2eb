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
 * Xor filters: a key's fingerprint is the xor of the fingerprints in three slots, one in each third
 * of the table; see {@link XorGeometry} and {@link Peeling}.
 *
 * <p>Spec: {@code xor(bits=8)}, the width of fingerprints, or {@code xor(fpp=0.004)}, the share of
 * absent keys let through.
 *
 * <p>The payload is that of {@link PartedReader}, each part that of {@link XorPart}.
 *
 * <p>Source: T. M. Graf and D. Lemire, "Xor filters: faster and smaller than Bloom and cuckoo
 * filters", JEA 2020.
 */
public final class XorFamily implements FilterFamily {

  private static final String NAME = "xor";
  private static final int VERSION = 1;

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
        FingerprintWidth.canonical(spec), this, new PartedBuilder(width, XorPart::write)::payload);
  }

  @Override
  public FilterReader open(FilterBlock block) throws CorruptionException {
    return PartedReader.open(block, XorPart::open);
  }
}
