package io.koel.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.Seeds;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CuckooGeometryTest {

  private final SplittableRandom random = Seeds.random("CuckooGeometryTest");

  @Test
  void alternate_ofAlternate_isTheBucketItselfForEveryNumberOfBuckets() {
    for (int buckets = 2; buckets <= 2_000; buckets++) {
      for (int fingerprint = 1; fingerprint < 256; fingerprint++) {
        for (int bucket = 0; bucket < buckets; bucket++) {
          int other = CuckooGeometry.alternate(bucket, fingerprint, buckets);
          if (other < 0
              || other >= buckets
              || CuckooGeometry.alternate(other, fingerprint, buckets) != bucket) {
            throw new AssertionError(bucket + " and " + other + " of " + buckets + " buckets");
          }
        }
      }
    }
  }

  @Test
  void alternate_amongAnEvenNumberOfBuckets_isAnother() {
    for (int buckets = 2; buckets <= 400; buckets += 2) {
      for (int fingerprint = 1; fingerprint < 256; fingerprint++) {
        for (int bucket = 0; bucket < buckets; bucket++) {
          assertNotEquals(bucket, CuckooGeometry.alternate(bucket, fingerprint, buckets));
        }
      }
    }
  }

  @Test
  void alternate_amongVeryManyBuckets_isAnInverse() {
    for (int buckets : new int[] {1 << 30, (1 << 30) + 2, Integer.MAX_VALUE - 1}) {
      for (int i = 0; i < 100_000; i++) {
        int bucket = random.nextInt(buckets);
        int fingerprint = random.nextInt() | 1;
        int other = CuckooGeometry.alternate(bucket, fingerprint, buckets);
        assertTrue(other >= 0 && other < buckets && other != bucket);
        assertEquals(bucket, CuckooGeometry.alternate(other, fingerprint, buckets));
      }
    }
  }

  @Test
  void fingerprint_ofExtremeHashes_isWithinItsBits() {
    for (int bits = 4; bits <= 32; bits++) {
      assertEquals(1, CuckooGeometry.fingerprint(0, bits));
      assertEquals(1, CuckooGeometry.fingerprint(0xffffffff00000000L, bits));
      long max = CuckooGeometry.fingerprint(-1, bits) & 0xffffffffL;
      assertEquals((1L << bits) - 1, max);
    }
  }

  @Test
  void fingerprint_ofRandomHashes_isUniformAndIndependentOfTheBucket() {
    int[][] counts = new int[4][16];
    for (int i = 0; i < 600_000; i++) {
      long mixed = random.nextLong();
      counts[CuckooGeometry.bucket(mixed, 4)][CuckooGeometry.fingerprint(mixed, 4)]++;
    }
    for (int[] ofBucket : counts) {
      assertEquals(0, ofBucket[0]);
      for (int fingerprint = 1; fingerprint < 16; fingerprint++) {
        // 10,000 each, with a standard deviation of 99.
        assertEquals(10_000, ofBucket[fingerprint], 600);
      }
    }
  }

  @Test
  void fingerprintClass_isEqualExactlyForEqualFingerprintsAndPairs() {
    int buckets = 50;
    Set<Long> classes = new HashSet<>();
    for (int fingerprint = 1; fingerprint < 16; fingerprint++) {
      for (int bucket = 0; bucket < buckets; bucket++) {
        long number = CuckooGeometry.fingerprintClass(bucket, fingerprint, buckets);
        int other = CuckooGeometry.alternate(bucket, fingerprint, buckets);
        assertEquals(number, CuckooGeometry.fingerprintClass(other, fingerprint, buckets));
        classes.add(number);
      }
    }
    assertEquals(CuckooGeometry.classes(4, buckets), classes.size());
  }
}
