package io.koel.bench.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySpaceTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 64, 1000, 4097})
  void permutation_allPositions_meetEachNumberOnce(long size) {
    Permutation order = new Permutation(size, 7);
    BitSet met = new BitSet();
    for (long position = 0; position < size; position++) {
      long number = order.at(position);
      assertTrue(number >= 0 && number < size);
      assertFalse(met.get((int) number), "twice: " + number);
      met.set((int) number);
    }
    assertEquals(size, met.cardinality());
  }

  @Test
  void keys_ascendingNumbers_ascendWithAMissingKeyBetween() {
    KeySpace keys = new KeySpace(5000, 10, 3);
    byte[] missing = new byte[KeySpace.KEY_BYTES];
    for (long number = 0; number + 1 < 5000; number++) {
      keys.fillMissing(missing, number);
      assertTrue(Arrays.compareUnsigned(keys.key(number), missing) < 0);
      assertTrue(Arrays.compareUnsigned(missing, keys.key(number + 1)) < 0);
    }
  }

  @Test
  void keysAndValues_sameSeed_areTheSame() {
    KeySpace one = new KeySpace(100, 50, 9);
    KeySpace two = new KeySpace(100, 50, 9);
    KeySpace other = new KeySpace(100, 50, 10);
    assertArrayEquals(one.key(17), two.key(17));
    assertArrayEquals(one.value(17, 0), two.value(17, 0));
    assertEquals(50, one.value(17, 0).length);
    assertFalse(Arrays.equals(one.value(17, 0), one.value(17, 1)));
    assertFalse(Arrays.equals(one.key(17), other.key(17)));
    assertEquals(one.shuffled(5), two.shuffled(5));
  }
}
