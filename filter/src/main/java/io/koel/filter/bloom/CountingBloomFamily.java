package io.koel.filter.bloom;

import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilter;
import io.koel.filter.DynamicFilterFamily;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpec;
import io.koel.filter.SpecPolicy;

/**
 * The counting Bloom filter: a Bloom filter with a counter of four bits in place of each bit, so
 * that keys can be taken out again. It never is full; more keys mean more false positives.
 *
 * <p>Spec: {@code counting-bloom(bits=40)}, bits of memory per key, 8 to 256, which filter as well
 * as a quarter of them in {@code bloom}; or {@code counting-bloom(fpp=0.01)}, the share of absent
 * keys let through.
 *
 * <pre>
 * offset  bytes  field (numbers are little-endian)
 * 0       1      k, number of probes, 1 to 64
 * 1       3      0
 * 4       4      m, number of counters, a multiple of 8
 * 8       m/2    the counters; number i is the lower half of byte i/2 if i is even, else the upper
 * </pre>
 *
 * A key's counters are those of {@link CountingBloomTable}. This is version 2; version 1 came to a
 * key's counters by other steps, and in no release.
 *
 * <p>Source: L. Fan, P. Cao, J. Almeida, A. Broder, "Summary cache: a scalable wide-area web cache
 * sharing protocol", 2000.
 */
public final class CountingBloomFamily implements DynamicFilterFamily {

  static final String NAME = "counting-bloom";
  static final int VERSION = 2;

  private static final int COUNTER_BITS = 4;

  /** Counters come in eights: as a Bloom filter's bits, in whole bytes. */
  private static final int UNIT_BYTES = 1;

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
    BloomTarget target = BloomTarget.of(spec, COUNTER_BITS);
    double bits = COUNTER_BITS * target.bits();
    FilterSpec canonical = FilterSpec.sized(NAME, target.byRate(), bits, target.fpp());
    return new SpecPolicy(canonical, this, (hashes, count) -> payload(target, hashes, count));
  }

  @Override
  public FilterReader open(FilterBlock block) throws CorruptionException {
    return new CountingBloomReader(CountingBloomTable.of(block), block.keyCount());
  }

  @Override
  public DynamicFilter create(FilterSpec spec, long capacity, long hashSeed) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity " + capacity + " is below 0");
    }
    BloomShape shape = BloomShape.of(BloomTarget.of(spec, COUNTER_BITS), capacity, UNIT_BYTES);
    return new DynamicCountingBloomFilter(CountingBloomTable.of(shape), hashSeed, 0);
  }

  @Override
  public DynamicFilter thaw(FilterBlock block) throws CorruptionException {
    return new DynamicCountingBloomFilter(
        CountingBloomTable.of(block).copy(), block.hashSeed(), block.keyCount());
  }

  private static byte[] payload(BloomTarget target, long[] hashes, int count) {
    CountingBloomTable table = CountingBloomTable.of(BloomShape.of(target, count, UNIT_BYTES));
    for (int i = 0; i < count; i++) {
      table.add(hashes[i]);
    }
    return table.payload();
  }
}
