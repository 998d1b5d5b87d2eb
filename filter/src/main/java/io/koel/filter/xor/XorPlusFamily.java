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
 * Xor+ filters: xor filters that leave many slots of the third block empty and do not store those.
 * At a million keys that takes 1.08 w + 0.5 bits a key for fingerprints of w bits, where xor takes
 * 1.23 w: less memory from four bits on, for some more time.
 *
 * <p>Spec: {@code xor-plus(bits=8)}, the width of fingerprints, or {@code xor-plus(fpp=0.004)}, the
 * share of absent keys let through.
 *
 * <p>The payload is that of {@link PartedReader}, each part that of {@link XorPlusPart}.
 *
 * <p>Source: T. M. Graf and D. Lemire, "Xor filters: faster and smaller than Bloom and cuckoo
 * filters", JEA 2020.
 */
public final class XorPlusFamily implements FilterFamily {

  private static final String NAME = "xor-plus";
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
        FingerprintWidth.canonical(spec),
        this,
        new PartedBuilder(width, XorPlusPart::write)::payload);
  }

  @Override
  public FilterReader open(FilterBlock block) throws CorruptionException {
    return PartedReader.open(block, XorPlusPart::open);
  }
}
