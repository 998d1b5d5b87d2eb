package io.koel.filter.quotient;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.koel.filter.Seeds;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlotBitsTest {

  private static final int OFFSET = 3;
  private static final int WORDS = 3;
  private static final int BITS = 64 * WORDS;

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @Test
  void select_ofEverySetBit_givesItsPosition() {
    for (int i = 0; i < 2_000; i++) {
      long word = i == 0 ? -1L : random.nextLong() & random.nextLong();
      int n = 0;
      for (int position = 0; position < 64; position++) {
        if ((word >>> position & 1) != 0) {
          assertEquals(position, SlotBits.select(word, ++n));
        }
      }
    }
  }

  @Test
  void moveUp_ofEveryRange_movesThatRangeAlone() {
    for (int by : new int[] {1, 7, 32, 63}) {
      for (int from = 0; from < BITS - by; from++) {
        for (int to = from + 1; to + by <= BITS; to += 1 + random.nextInt(9)) {
          byte[] bytes = randomBytes();
          BitSet expected = BitSet.valueOf(bytes);
          BitSet moved = expected.get(8 * OFFSET + from, 8 * OFFSET + to);
          for (int i = 0; i < to - from; i++) {
            expected.set(8 * OFFSET + from + by + i, moved.get(i));
          }
          SlotBits.moveUp(bytes, OFFSET, from, to, by);
          assertEquals(expected, BitSet.valueOf(bytes), from + " to " + to + " by " + by);
        }
      }
    }
  }

  @Test
  void moveDown_afterMoveUp_bringsBitsBack() {
    for (int by : new int[] {1, 9, 31, 63}) {
      for (int from = 0; from < BITS - by; from++) {
        int to = from + 1 + random.nextInt(BITS - by - from);
        byte[] before = randomBytes();
        byte[] bytes = before.clone();
        SlotBits.moveUp(bytes, OFFSET, from, to, by);
        SlotBits.moveDown(bytes, OFFSET, from, to, by);
        BitSet expected = BitSet.valueOf(before);
        BitSet moved = expected.get(8 * OFFSET + from, 8 * OFFSET + to);
        for (int i = 0; i < to - from; i++) {
          expected.set(8 * OFFSET + from + by + i, moved.get(i));
        }
        // What the move down leaves where it came from is what the move up had put there.
        for (int i = 0; i < to - from; i++) {
          expected.set(8 * OFFSET + from + i, moved.get(i));
        }
        assertArrayEquals(padded(expected, before.length), bytes);
      }
    }
  }

  private byte[] randomBytes() {
    byte[] bytes = new byte[OFFSET + 8 * WORDS + 2];
    random.nextBytes(bytes);
    bytes[bytes.length - 1] = 1;
    return bytes;
  }

  private static byte[] padded(BitSet bits, int length) {
    return Arrays.copyOf(bits.toByteArray(), length);
  }
}
