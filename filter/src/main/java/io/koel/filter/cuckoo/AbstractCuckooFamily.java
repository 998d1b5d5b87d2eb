package io.koel.filter.cuckoo;

import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilter;
import io.koel.filter.DynamicFilterFamily;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpec;
import io.koel.filter.SpecPolicy;

/** What the two families share: all but the layout of a bucket. */
abstract class AbstractCuckooFamily implements DynamicFilterFamily {

  private static final String BITS = "bits";
  private static final String RATE = "fpp";

  private final String name;
  private final BucketLayout layout;
  private final int defaultBits;

  AbstractCuckooFamily(String name, BucketLayout layout, int defaultBits) {
    this.name = name;
    this.layout = layout;
    this.defaultBits = defaultBits;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final int version() {
    return 1;
  }

  @Override
  public final FilterPolicy policy(FilterSpec spec) {
    CuckooSizing.Target target = target(spec);
    FilterSpec canonical = FilterSpec.sized(name, target.bits() == 0, target.bits(), target.rate());
    return new SpecPolicy(canonical, this, new PackedCuckooBuilder(layout, target)::payload);
  }

  @Override
  public final FilterReader open(FilterBlock block) throws CorruptionException {
    return new CuckooReader(CuckooTable.open(layout, block), block.keyCount());
  }

  @Override
  public final DynamicFilter create(FilterSpec spec, long capacity, long hashSeed) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity " + capacity + " is below 0");
    }
    CuckooSizing.Target target = target(spec);
    CuckooSizing.Shape shape = CuckooSizing.dynamic(layout, target, capacity);
    CuckooTable empty = CuckooTable.empty(layout, shape.bits(), shape.buckets(), 0);
    return new DynamicCuckooFilter(this, hashSeed, empty, 0);
  }

  @Override
  public final DynamicFilter thaw(FilterBlock block) throws CorruptionException {
    CuckooTable table = CuckooTable.open(layout, block);
    table.checkStored();
    return new DynamicCuckooFilter(this, block.hashSeed(), table.copy(), block.keyCount());
  }

  private CuckooSizing.Target target(FilterSpec spec) {
    spec.requireOnly(BITS, RATE).requireNotBoth(BITS, RATE);
    int bits = spec.intArgument(BITS, defaultBits, layout.minBits(), BucketLayout.MAX_BITS);
    return spec.has(RATE)
        ? new CuckooSizing.Target(0, rate(spec))
        : new CuckooSizing.Target(bits, 0);
  }

  private static double rate(FilterSpec spec) {
    return spec.doubleArgument(RATE, 0, 2e-9, 0.5);
  }
}
