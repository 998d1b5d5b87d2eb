package io.koel.filter.golomb;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterFamily;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpec;
import io.koel.filter.FingerprintWidth;
import io.koel.filter.SpecPolicy;

/**
 * Golomb-coded sets: each key is hashed to a number below n/fpp, and the sorted numbers are stored
 * by the gaps between them, in a code that is optimal for such gaps.
 *
 * <p>Spec: {@code golomb(bits=8)}, for a share of 2^-8 of absent keys let through, or {@code
 * golomb(fpp=0.01)}, for any share.
 *
 * <p>It takes log2(1/fpp) + 1.75 bits a key and needs no luck when it is built. A lookup reads
 * through the gaps of a bucket of about 128 keys, which makes it many times slower than the others.
 *
 * <p>The payload is described in {@link GolombReader}.
 *
 * <p>Sources: S. Golomb, "Run-length encodings", 1966; R. Gallager and D. van Voorhis, "Optimal
 * source codes for geometrically distributed integer alphabets", 1975; F. Putze, P. Sanders and J.
 * Singler, "Cache-, hash- and space-efficient Bloom filters", WEA 2007.
 */
public final class GolombFamily implements FilterFamily {

  static final String NAME = "golomb";
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
    double rate = FingerprintWidth.rateOf(spec.requireOnly("bits", "fpp"));
    return new SpecPolicy(FingerprintWidth.canonical(spec), this, new GolombBuilder(rate)::payload);
  }

  @Override
  public FilterReader open(FilterBlock block) throws CorruptionException {
    return GolombReader.open(block);
  }
}
