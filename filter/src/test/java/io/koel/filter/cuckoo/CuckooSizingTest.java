package io.koel.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CuckooSizingTest {

  @ParameterizedTest
  @EnumSource(BucketLayout.class)
  void packed_ofEveryWidthAndManyKeys_fitsOrSaysThatItDoesNot(BucketLayout layout) {
    for (int bits = layout.minBits(); bits <= BucketLayout.MAX_BITS; bits++) {
      CuckooSizing.Target target = new CuckooSizing.Target(bits, 0);
      for (long keys = 1L << 20; keys <= 1L << 33; keys += keys / 16) {
        if (keys <= 0.97 * CuckooGeometry.SLOTS * CuckooTable.maxBuckets(layout, bits)) {
          int buckets = CuckooSizing.packed(layout, target, keys).buckets();
          assertTrue(buckets >= keys / CuckooGeometry.SLOTS && buckets % 2 == 0);
          Math.multiplyExact(buckets, CuckooGeometry.SLOTS);
          assertTrue((long) buckets * layout.bucketBits(bits) / 8 < Integer.MAX_VALUE);
        } else {
          long tooMany = keys + keys / 16;
          assertThrows(
              IllegalArgumentException.class, () -> CuckooSizing.packed(layout, target, tooMany));
        }
      }
    }
  }

  /** Where rounding up to pairs of buckets leaves room, fingerprints can be shorter. */
  @ParameterizedTest
  @EnumSource(BucketLayout.class)
  void packed_byRate_keepsItInTheFewestBits(BucketLayout layout) {
    for (double rate : new double[] {0.5, 0.2, 0.03, 0.01, 0.001, 1e-6}) {
      for (int keys = 1; keys <= 2_000; keys++) {
        CuckooSizing.Shape shape =
            CuckooSizing.packed(layout, new CuckooSizing.Target(0, rate), keys);
        double expected = CuckooGeometry.falsePositiveRate(keys, shape.bits(), shape.buckets());
        assertTrue(expected <= rate * (1 + 1e-9), keys + " keys have " + expected + " for " + rate);
        for (int bits = layout.minBits(); bits < shape.bits(); bits++) {
          assertTrue(
              CuckooGeometry.falsePositiveRate(keys, bits, shape.buckets()) > rate,
              keys + " keys would keep " + rate + " with " + bits + " bits");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(BucketLayout.class)
  void packed_ofNoKeys_hasTwoBuckets(BucketLayout layout) {
    assertEquals(2, CuckooSizing.packed(layout, new CuckooSizing.Target(12, 0), 0).buckets());
    assertEquals(2, CuckooSizing.packed(layout, new CuckooSizing.Target(0, 0.01), 0).buckets());
  }
}
