package io.koel.filter.cuckoo;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Builds a filter of keys that are all known: as full as random tables get.
 *
 * <p>Up to a load of 0.98 almost every set of keys has a placement (the threshold for two buckets
 * of four), but the closer to it, the longer the walks that find it. When a walk ends without
 * success, the attempt is given up and another is made: first with other salts, which give the keys
 * other buckets, then with slightly more buckets too. The order of attempts is fixed, so equal keys
 * give equal bytes.
 *
 * <p>Salts cannot part keys whose 64-bit hashes are equal. By chance there are none, but somebody
 * who came to know the seed may prepare such keys. Hashes that come more often than a class has
 * slots are pinned from the second attempt on; should that not help, rarer and rarer ones, until
 * every hash that is left comes once. Different hashes get other places with each salt, and ever
 * more room, so that the attempts come to an end.
 */
final class PackedCuckooBuilder {

  private static final int ATTEMPTS_AT_FIRST_SIZE = 4;
  private static final int ATTEMPTS_AT_FIRST_LIMIT = 6;

  private static final long[] NONE = {};

  private final BucketLayout layout;
  private final CuckooSizing.Target target;

  PackedCuckooBuilder(BucketLayout layout, CuckooSizing.Target target) {
    this.layout = layout;
    this.target = target;
  }

  byte[] payload(long[] hashes, int count) {
    CuckooSizing.Shape shape = CuckooSizing.packed(layout, target, count);
    int bits = shape.bits();
    int buckets = shape.buckets();
    for (int attempt = 0; attempt <= CuckooTable.MAX_SALT; attempt++) {
      Packing packing = new Packing(bits, buckets, attempt);
      long[] pinned = NONE;
      if (attempt == 1) {
        Arrays.sort(hashes, 0, count);
      }
      if (attempt > 0) {
        pinned = frequentClasses(packing, hashes, count, mostCopies(attempt));
      }
      if (placeAll(packing, hashes, count, pinned)) {
        CuckooTable table = CuckooTable.empty(layout, bits, buckets, attempt, pinned);
        return packing.fill(table);
      }
      if (attempt + 1 >= ATTEMPTS_AT_FIRST_SIZE) {
        buckets = CuckooSizing.grown(layout, bits, buckets);
      }
    }
    throw new IllegalStateException(
        "no placement for " + count + " keys in " + buckets + " buckets");
  }

  /** The most copies of a hash that the attempt places; hashes with more are pinned. */
  private static int mostCopies(int attempt) {
    int halvings = Math.max(0, attempt - ATTEMPTS_AT_FIRST_LIMIT) / 2;
    return Math.max(1, 2 * CuckooGeometry.SLOTS >> Math.min(halvings, 4));
  }

  /** The classes of the hashes that come more than {@code most} times in a sorted array, sorted. */
  private static long[] frequentClasses(Packing packing, long[] hashes, int count, int most) {
    LongStream.Builder classes = LongStream.builder();
    int start = 0;
    for (int i = 1; i <= count; i++) {
      if (i == count || hashes[i] != hashes[start]) {
        if (i - start > most) {
          classes.add(packing.fingerprintClass(hashes[start]));
        }
        start = i;
      }
    }
    return classes.build().sorted().distinct().toArray();
  }

  private static boolean placeAll(Packing packing, long[] hashes, int count, long[] pinned) {
    for (long pinnedClass : pinned) {
      if (!packing.placeClass(pinnedClass)) {
        return false;
      }
    }
    for (int i = 0; i < count; i++) {
      boolean isPinned =
          pinned.length > 0
              && Arrays.binarySearch(pinned, packing.fingerprintClass(hashes[i])) >= 0;
      if (!isPinned && !packing.place(hashes[i])) {
        return false;
      }
    }
    return true;
  }
}
