package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FingerprintWidthTest {

  @Test
  void forRate_ofPowersOfTwo_isOneWholeWidth() {
    for (int bits = 1; bits <= FingerprintWidth.MAX_BITS; bits++) {
      assertEquals(new FingerprintWidth(bits, 0), FingerprintWidth.forRate(Math.scalb(1.0, -bits)));
    }
  }

  @Test
  void forRate_ofAnyRate_isMetWithinTenPercentAndNeverExceeded() {
    for (double rate = 0.5; rate > Math.scalb(1.0, -32); rate *= 0.993) {
      FingerprintWidth width = FingerprintWidth.forRate(rate);
      double met = FingerprintWidth.rate(width.bits(), width.widerShare());
      assertTrue(met <= rate * 1.000001 && met >= 0.9 * rate, rate + " gives " + met);
    }
  }

  @Test
  void of_withoutArguments_isEightBits() {
    assertEquals(new FingerprintWidth(8, 0), FingerprintWidth.of(FilterSpec.of("xor")));
  }
}
