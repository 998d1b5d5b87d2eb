package io.koel.filter.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilter;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterSpec;
import io.koel.filter.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DynamicCountingBloomFilterTest {

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @Test
  void removeHash_ofFourteenCopies_leavesNothing() {
    DynamicFilter filter = create(1_000);
    byte[] empty = filter.freeze().encode();
    long hash = hashWithDistinctCounters(filter);
    for (int i = 0; i < 14; i++) {
      assertTrue(filter.tryAddHash(hash));
    }
    for (int i = 0; i < 14; i++) {
      assertTrue(filter.mightContainHash(hash));
      filter.removeHash(hash);
    }
    assertArrayEquals(empty, filter.freeze().encode());
  }

  @Test
  void removeHash_ofSaturatedCounters_neverTakesThemDown() {
    DynamicFilter filter = create(1_000);
    long hash = random.nextLong();
    for (int i = 0; i < 15; i++) {
      filter.tryAddHash(hash);
    }
    byte[] saturated = filter.freeze().payload();
    for (int i = 0; i < 15; i++) {
      filter.removeHash(hash);
      assertTrue(filter.mightContainHash(hash));
    }
    assertArrayEquals(saturated, filter.freeze().payload());
    assertEquals(0, filter.keyCount());
  }

  @Test
  void removeHash_ofAbsentKey_throwsAndChangesNothing() {
    DynamicFilter filter = create(200);
    for (int i = 0; i < 400; i++) {
      filter.tryAddHash(random.nextLong());
    }
    byte[] before = filter.freeze().encode();
    int refused = 0;
    while (refused < 2_000) {
      long hash = random.nextLong();
      if (!filter.mightContainHash(hash)) {
        assertThrows(IllegalStateException.class, () -> filter.removeHash(hash));
        refused++;
      }
    }
    assertArrayEquals(before, filter.freeze().encode());
  }

  @Test
  void removeHash_ofKeyWhoseCountersCoincide_isExact() {
    // Sixteen counters and about eleven probes: nearly every key meets some counter twice.
    DynamicFilter filter = create(1);
    byte[] empty = filter.freeze().encode();
    for (int i = 0; i < 1_000; i++) {
      long hash = random.nextLong();
      filter.tryAddHash(hash);
      filter.removeHash(hash);
      assertFalse(filter.mightContainHash(hash));
    }
    assertArrayEquals(empty, filter.freeze().encode());
  }

  @Test
  void open_ofVersion1_isNoReader() throws CorruptionException {
    FilterBlock block = create(100).freeze();
    FilterBlock older =
        new FilterBlock(block.family(), 1, block.hashSeed(), block.keyCount(), block.payload());
    assertTrue(FilterCatalog.installed().open(block).isPresent());
    assertTrue(FilterCatalog.installed().open(older).isEmpty());
  }

  private static DynamicFilter create(long capacity) {
    FilterSpec spec = FilterSpec.parse("counting-bloom(bits=40)");
    return new CountingBloomFamily().create(spec, capacity, 1);
  }

  /** A key that counts each of its counters up by one only. */
  private long hashWithDistinctCounters(DynamicFilter filter) {
    while (true) {
      long hash = random.nextLong();
      filter.tryAddHash(hash);
      byte[] payload = filter.freeze().payload();
      filter.removeHash(hash);
      boolean distinct = true;
      for (int i = CountingBloomTable.HEADER_LENGTH; i < payload.length; i++) {
        distinct &= (payload[i] & 0xee) == 0;
      }
      if (distinct) {
        return hash;
      }
    }
  }
}
