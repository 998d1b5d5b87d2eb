package io.koel.bench.jmh;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterBuilder;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterContext;
import io.koel.filter.FilterReader;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.fastfilter.Filter;
import org.fastfilter.bloom.BlockedBloom;
import org.fastfilter.bloom.Bloom;
import org.fastfilter.cuckoo.Cuckoo16;
import org.fastfilter.gcs.GolombCompressedSet;
import org.fastfilter.xor.Xor8;
import org.fastfilter.xor.XorFuse8;
import org.fastfilter.xorplus.XorPlus8;

/**
 * A filter to measure, by name: one of Koel's specs, or one of the other libraries' filters below.
 *
 * <p>All get the same random 64-bit numbers as keys and mix them once more inside, so that the same
 * work is compared.
 */
final class Contender {

  private static final String GUAVA_BLOOM = "guava-bloom";
  private static final double GUAVA_RATE = 0.001;
  private static final int BLOOM_BITS = 10;
  private static final int GOLOMB_BITS = 8;

  /** Both libraries' filters are asked through their interface, which is all that ours have. */
  private static final Map<String, Function<long[], Filter>> FASTFILTER =
      Map.of(
          "fastfilter-bloom10", keys -> Bloom.construct(keys, BLOOM_BITS),
          "fastfilter-blockedbloom10", keys -> BlockedBloom.construct(keys, BLOOM_BITS),
          "fastfilter-gcs8", keys -> GolombCompressedSet.construct(keys, GOLOMB_BITS),
          "fastfilter-cuckoo16", Cuckoo16::construct,
          "fastfilter-xor8", Xor8::construct,
          "fastfilter-xorfuse8", XorFuse8::construct,
          "fastfilter-xorplus8", XorPlus8::construct);

  private Contender() {}

  /** Builds the named filter of the keys; what it answers is whether a key may be in it. */
  static LongPredicate build(String name, long[] keys) {
    if (name.equals(GUAVA_BLOOM)) {
      return guavaBloom(keys);
    }
    Function<long[], Filter> other = FASTFILTER.get(name);
    return other != null
        ? other.apply(keys)::mayContain
        : open(block(name, keys))::mightContainHash;
  }

  /** The stored filter that one of Koel's specs gives. */
  static FilterBlock block(String spec, long[] keys) {
    FilterBuilder builder =
        FilterCatalog.policy(spec)
            .newBuilder(new FilterContext(0, 0, keys.length))
            .orElseThrow(() -> new IllegalArgumentException(spec + " makes no filter"));
    for (long key : keys) {
      builder.addHash(key);
    }
    return builder.finish();
  }

  private static FilterReader open(FilterBlock block) {
    try {
      return FilterCatalog.installed().open(block).orElseThrow();
    } catch (CorruptionException e) {
      throw new IllegalStateException("a block that was just built is damaged", e);
    }
  }

  private static LongPredicate guavaBloom(long[] keys) {
    BloomFilter<Long> filter = BloomFilter.create(Funnels.longFunnel(), keys.length, GUAVA_RATE);
    for (long key : keys) {
      filter.put(key);
    }
    return filter::mightContain;
  }
}
