package io.koel.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class SemiSortTest {

  @Test
  void encode_ofAllSortedNibbles_givesEachCodeOnceAndBack() {
    BitSet seen = new BitSet();
    for (int d = 0; d < 16; d++) {
      for (int c = 0; c <= d; c++) {
        for (int b = 0; b <= c; b++) {
          for (int a = 0; a <= b; a++) {
            int code = SemiSort.encode(a, b, c, d);
            assertFalse(seen.get(code));
            seen.set(code);
            assertEquals(a | b << 4 | c << 8 | d << 12, SemiSort.decode(code));
          }
        }
      }
    }
    assertEquals(3_876, SemiSort.CODES);
    assertEquals(SemiSort.CODES, seen.cardinality());
    assertEquals(SemiSort.CODES, seen.length());
  }

  @Test
  void decode_ofNumbersThatAreNoCode_isZero() {
    for (int code = SemiSort.CODES; code < 1 << SemiSort.CODE_BITS; code++) {
      assertEquals(0, SemiSort.decode(code));
    }
  }
}
