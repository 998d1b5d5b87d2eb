package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HashGroupsTest {

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @Test
  void mixedAndSorted_ofAnyHashes_isWhatSortingGives() {
    for (int count = 0; count < 2_000; count += 1 + count / 8) {
      long[] hashes = random.longs(count + 5).map(hash -> hash >>> random.nextInt(64)).toArray();
      long[] sorted = HashGroups.mixedAndSorted(hashes, 2, 2 + count, 7);
      assertArrayEquals(sortedUnsigned(hashes, 2, 2 + count, 7), sorted);
    }
  }

  @Test
  void mixed_withAnyGroupSize_keepsEachHash() {
    long[] hashes = random.longs(3_000).toArray();
    for (int groupLog = 0; groupLog < 14; groupLog++) {
      long[] grouped = HashGroups.mixed(hashes, 0, hashes.length, 1, groupLog);
      int groups = 12 - groupLog;
      for (int i = 1; i < grouped.length && groups > 0; i++) {
        int shift = 64 - groups;
        assertEquals(
            -1, Long.signum((grouped[i - 1] >>> shift) - (grouped[i] >>> shift) - 1), "order");
      }
      Arrays.sort(grouped);
      assertArrayEquals(
          LongStream.of(hashes).map(hash -> HashMix.mix(hash, 1)).sorted().toArray(), grouped);
    }
  }

  private static long[] sortedUnsigned(long[] hashes, int from, int to, long salt) {
    return Arrays.stream(hashes, from, to)
        .map(hash -> HashMix.mix(hash, salt) ^ Long.MIN_VALUE)
        .sorted()
        .map(hash -> hash ^ Long.MIN_VALUE)
        .toArray();
  }
}
