package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HashMixTest {

  private final SplittableRandom random = Seeds.random("HashMixTest");

  @Test
  void mix_ofDifferentHashes_staysDifferent() {
    for (long salt : new long[] {0, 1, 65_535}) {
      assertEquals(
          100_000,
          LongStream.range(0, 100_000).map(hash -> HashMix.mix(hash, salt)).distinct().count());
    }
  }

  @Test
  void mix_ofOneFlippedBit_flipsAboutHalf() {
    for (int bit = 0; bit < 64; bit++) {
      int flipped = 0;
      for (int i = 0; i < 1_000; i++) {
        long hash = random.nextLong();
        flipped += Long.bitCount(HashMix.mix(hash, 3) ^ HashMix.mix(hash ^ 1L << bit, 3));
      }
      assertEquals(32, flipped / 1_000.0, 1.5, "bit " + bit);
    }
  }

  @Test
  void reduce_ofAnyHash_isBelowN() {
    for (int n : new int[] {1, 2, 3, 1_000, Integer.MAX_VALUE}) {
      assertEquals(0, HashMix.reduceHigh(0, n));
      assertEquals(0, HashMix.reduceLow(0, n));
      assertEquals(n - 1, HashMix.reduceHigh(-1, n));
      assertEquals(n - 1, HashMix.reduceLow(-1, n));
    }
  }

  @Test
  void reduce_ofRandomHashes_isEven() {
    int[] high = new int[7];
    int[] low = new int[7];
    for (int i = 0; i < 70_000; i++) {
      long hash = random.nextLong();
      high[HashMix.reduceHigh(hash, 7)]++;
      low[HashMix.reduceLow(hash, 7)]++;
    }
    for (int i = 0; i < 7; i++) {
      // 10,000 each, with a standard deviation of 93.
      assertEquals(10_000, high[i], 600);
      assertEquals(10_000, low[i], 600);
    }
  }

  @Test
  void reduce_highAndLow_useDifferentBits() {
    for (int i = 0; i < 1_000; i++) {
      long hash = random.nextLong();
      long other = random.nextLong();
      long mixture = hash & 0xffffffff00000000L | other & 0xffffffffL;
      assertTrue(
          HashMix.reduceHigh(mixture, 1 << 30) == HashMix.reduceHigh(hash, 1 << 30)
              && HashMix.reduceLow(mixture, 1 << 30) == HashMix.reduceLow(other, 1 << 30));
    }
  }
}
