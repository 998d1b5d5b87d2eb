package io.koel.filter.xor;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Parts that no array could hold are refused before anything is allocated or read for them. */
class TooManyKeysTest {

  private static final int WIDTH = 32;
  private static final int[] COUNTS = {600_000_000, 1_500_000_000, Integer.MAX_VALUE};

  @Test
  void write_ofMoreThanAnArrayHolds_saysSo() {
    for (int count : COUNTS) {
      assertRefused(XorPart::write, count);
      assertRefused(XorPlusPart::write, count);
      assertRefused((hashes, from, to, bits) -> FusePart.write(3, hashes, from, to, bits), count);
      assertRefused((hashes, from, to, bits) -> FusePart.write(4, hashes, from, to, bits), count);
    }
  }

  private static void assertRefused(Part.Writer writer, int count) {
    Exception e =
        assertThrows(IllegalStateException.class, () -> writer.write(new long[0], 0, count, WIDTH));
    assertTrue(e.getMessage().contains("keys"), e.getMessage());
  }
}
