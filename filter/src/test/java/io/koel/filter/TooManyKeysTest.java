package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of keys near and beyond what an array can hold: an error that says so, at once. */
class TooManyKeysTest {

  @Test
  void grownCapacity_upToTheLongestArray_isMoreAndThenAnError() {
    int capacity = 64;
    while (capacity < PayloadBytes.MAX_LENGTH) {
      int grown = HashCollector.grownCapacity(capacity);
      assertTrue(grown > capacity && grown <= PayloadBytes.MAX_LENGTH, capacity + " to " + grown);
      capacity = grown;
    }
    int most = capacity;
    Exception e =
        assertThrows(IllegalStateException.class, () -> HashCollector.grownCapacity(most));
    assertTrue(e.getMessage().contains(Integer.toString(most)), e.getMessage());
  }

  @Test
  void arrayLength_beyondTheLongestArray_namesBoth() {
    assertEquals(PayloadBytes.MAX_LENGTH, PayloadBytes.arrayLength(PayloadBytes.MAX_LENGTH));
    for (long length : new long[] {PayloadBytes.MAX_LENGTH + 1L, 1L << 32, Long.MAX_VALUE}) {
      Exception e =
          assertThrows(IllegalStateException.class, () -> PayloadBytes.arrayLength(length));
      assertTrue(e.getMessage().contains(Long.toString(length)), e.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuckoo(bits=4)",
        "cuckoo(fpp=0.01)",
        "semisorted-cuckoo(bits=32)",
        "quotient(bits=1)",
        "quotient(fpp=0.5)",
        "dleft-counting-bloom(bits=4)",
        "dleft-counting-bloom(fpp=0.5)",
      })
  void create_ofMoreThanAnArrayHolds_saysSo(String text) {
    FilterSpec spec = FilterSpec.parse(text);
    DynamicFilterFamily family =
        (DynamicFilterFamily) FilterCatalog.installed().family(spec.name());
    for (long capacity : new long[] {1L << 32, 1L << 40, Long.MAX_VALUE}) {
      Exception e =
          assertThrows(
              IllegalArgumentException.class, () -> family.create(spec, capacity, 1), text);
      assertTrue(e.getMessage().matches(".*too (few|many).*"), e.getMessage());
    }
  }
}
