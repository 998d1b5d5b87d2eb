package io.koel.filter.xor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.Seeds;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RankedBitsTest {

  private static final int OFFSET = 5;

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @Test
  void rank_ofEveryBit_isTheNumberSetBefore() throws CorruptionException {
    for (int length : new int[] {1, 63, 64, 65, 255, 256, 257, 2_000}) {
      for (int percent : new int[] {0, 40, 100}) {
        BitSet expected = new BitSet();
        byte[] bytes = new byte[OFFSET + (int) RankedBits.sizeInBytes(length)];
        for (int i = 0; i < length; i++) {
          if (random.nextInt(100) < percent) {
            expected.set(i);
            RankedBits.set(bytes, OFFSET, i);
          }
        }
        RankedBits.count(bytes, OFFSET, length);
        for (int i = 0; i < length; i++) {
          assertEquals(expected.get(i), RankedBits.isSet(bytes, OFFSET, i));
          assertEquals(expected.get(0, i).cardinality(), RankedBits.rank(bytes, OFFSET, i));
        }
        int set = expected.cardinality();
        FilterBlock block = new FilterBlock("xor-plus", 1, 0, length, bytes);
        RankedBits.check(block, OFFSET, length, set);
        assertThrows(
            CorruptionException.class, () -> RankedBits.check(block, OFFSET, length, set + 1));
      }
    }
  }
}
