package io.koel.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.koel.filter.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Both layouts at every width. */
class BucketsTest {

  private static final int COUNT = 37;
  private static final int START = 5;

  private final SplittableRandom random = Seeds.random("BucketsTest");

  @Test
  void load_afterStore_givesTheSameFingerprintsAndLeavesTheOthers() {
    forEveryWidth(
        (layout, bits) -> {
          Buckets buckets = empty(layout, bits);
          int[][] expected = new int[COUNT][4];
          for (int i = 0; i < 500; i++) {
            int bucket = random.nextInt(COUNT);
            expected[bucket] =
                random.ints(4).map(x -> random.nextInt(4) == 0 ? 0 : x >>> 32 - bits).toArray();
            buckets.store(bucket, expected[bucket].clone());
            for (int other = 0; other < COUNT; other++) {
              int[] four = new int[4];
              buckets.load(other, four);
              assertArrayEquals(sorted(expected[other]), sorted(four));
            }
          }
        });
  }

  @Test
  void store_ofOtherOrder_givesEqualBytesWhenSemiSorted() {
    for (int bits = 5; bits <= 32; bits++) {
      byte[] one = bytes(BucketLayout.SEMI_SORTED, bits);
      byte[] other = one.clone();
      int[] four = {-1 >>> 32 - bits, 0, 3, 17};
      BucketLayout.SEMI_SORTED.over(one, START, bits).store(3, four.clone());
      int[] turned = {four[2], four[1], four[0], four[3]};
      BucketLayout.SEMI_SORTED.over(other, START, bits).store(3, turned);
      assertArrayEquals(one, other);
    }
  }

  /** Neighbouring numbers in neighbouring slots, where a borrow or a carry would show. */
  @Test
  void mightContain_ofEveryMixOfFewFingerprints_isWhatTheSlotsSay() {
    forEveryWidth(
        (layout, bits) -> {
          int max = -1 >>> 32 - bits;
          int middle = 1 << bits - 1;
          int[] some = {0, 1, 2, max, max - 1, middle, middle - 1};
          Buckets buckets = empty(layout, bits);
          buckets.store(1, new int[] {max, 0, 0, 0});
          for (int mix = 0; mix < 7 * 7 * 7 * 7; mix++) {
            int[] four = {
              some[mix % 7], some[mix / 7 % 7], some[mix / 49 % 7], some[mix / 343 % 7]
            };
            buckets.store(0, four.clone());
            for (int wanted : some) {
              boolean expected = wanted != 0 && IntStream.of(four).anyMatch(x -> x == wanted);
              if (wanted != 0) {
                assertEquals(expected, buckets.mightContain(0, 2, wanted));
                assertEquals(expected, buckets.mightContain(2, 0, wanted));
                assertEquals(expected || wanted == max, buckets.mightContain(0, 1, wanted));
              }
            }
          }
        });
  }

  private interface Check {
    void of(BucketLayout layout, int bits);
  }

  private static void forEveryWidth(Check check) {
    for (BucketLayout layout : BucketLayout.values()) {
      for (int bits = layout.minBits(); bits <= BucketLayout.MAX_BITS; bits++) {
        check.of(layout, bits);
      }
    }
  }

  private static Buckets empty(BucketLayout layout, int bits) {
    return layout.over(bytes(layout, bits), START, bits);
  }

  private static byte[] bytes(BucketLayout layout, int bits) {
    return new byte[START + (COUNT * layout.bucketBits(bits) + 7) / 8 + Buckets.PADDING];
  }

  private static int[] sorted(int[] four) {
    int[] sorted = four.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
