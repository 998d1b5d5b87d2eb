package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class FilterSpecTest {

  @Test
  void parse_ofCanonicalText_givesItBack() {
    for (String text :
        List.of(
            "none",
            "bloom(bits=10)",
            "x-1(a=1,b=2.5e-3,c=-7,d=+1,e=Word)",
            "per-level(bloom(bits=16),bloom(bits=10),none)",
            "a(b=1,c(d(e(f=2))),g)")) {
      assertEquals(text, FilterSpec.parse(text).toString());
    }
  }

  @Test
  void parse_withBlanks_isTheSameAsWithout() {
    assertEquals(
        FilterSpec.parse("per-level(bloom(bits=16),none)"),
        FilterSpec.parse("  per-level (  bloom( bits = 16 ) , none )  "));
    assertEquals("bloom", FilterSpec.parse("bloom()").toString());
  }

  @Test
  void parse_ofSpecsMadeAtRandom_givesThemBack() {
    SplittableRandom random = Seeds.random("FilterSpecTest");
    for (int i = 0; i < 2_000; i++) {
      FilterSpec spec = randomSpec(random, 0);
      assertEquals(spec, FilterSpec.parse(spec.toString()));
    }
  }

  private static FilterSpec randomSpec(SplittableRandom random, int depth) {
    FilterSpec spec = FilterSpec.of("s" + random.nextInt(100));
    for (int i = random.nextInt(3); i > 0; i--) {
      spec = spec.with("k" + i, random.nextDouble());
    }
    int parts = depth < 4 ? random.nextInt(3) : 0;
    List<FilterSpec> inside =
        Stream.generate(() -> randomSpec(random, depth + 1)).limit(parts).toList();
    return new FilterSpec(spec.name(), spec.arguments(), inside);
  }

  @Test
  void parse_ofMalformedText_saysWhatWasExpectedAndWhere() {
    assertRefused(() -> FilterSpec.parse(""), "expected a name (of a-z, 0-9 and -) at position 0");
    assertRefused(() -> FilterSpec.parse("   "), "expected a name", "position 3");
    assertRefused(() -> FilterSpec.parse("Bloom"), "expected a name", "position 0");
    assertRefused(() -> FilterSpec.parse("bloom bits=3"), "the end of the spec", "position 6");
    assertRefused(() -> FilterSpec.parse("bloom(bits=3"), "',' or ')'", "position 12");
    assertRefused(() -> FilterSpec.parse("bloom(bits=3))"), "the end of the spec", "position 13");
    assertRefused(() -> FilterSpec.parse("bloom(bits=)"), "expected a value", "position 11");
    assertRefused(() -> FilterSpec.parse("bloom(=3)"), "expected a name", "position 6");
    assertRefused(() -> FilterSpec.parse("bloom(bits=3,)"), "expected a name", "position 13");
    assertRefused(() -> FilterSpec.parse("bloom(a=1,a=2)"), "each argument once", "'a'");
    assertRefused(() -> FilterSpec.parse("bloom(bits=\u0663)"), "expected a value", "position 11");
    assertRefused(() -> FilterSpec.parse("a".repeat(65)), "at most 64 characters", "position 0");
    assertRefused(() -> FilterSpec.parse("a".repeat(5_000)), "5000 characters", "4096");
    assertRefused(() -> FilterSpec.parse("a(".repeat(100)), "at most 8 specs inside each other");
  }

  @Test
  void arguments_outOfRange_areRefusedWithTheRange() {
    FilterSpec spec = FilterSpec.parse("bloom(bits=40,rate=2,word=x,nan=NaN,big=99999999999)");
    assertRefused(
        () -> spec.intArgument("bits", 10, 1, 32),
        "bits must be a whole number from 1 to 32, not 40");
    assertRefused(
        () -> spec.intArgument("word", 10, 1, 32), "word must be a whole number", "not x");
    assertRefused(() -> spec.intArgument("big", 10, 1, 32), "not 99999999999");
    assertRefused(
        () -> spec.doubleArgument("rate", 0, 0, 1), "rate must be a number from 0.0 to 1.0");
    assertRefused(() -> spec.doubleArgument("word", 0, 0, 1), "not x");
    assertRefused(() -> spec.doubleArgument("nan", 0, 0, 1), "not NaN");
    assertEquals(40, spec.intArgument("bits", 10, 40, 40));
    assertEquals(7, spec.intArgument("absent", 7, 1, 2));
    assertEquals(2.0, spec.doubleArgument("rate", 0, 2, 2));
    assertEquals(0.5, spec.doubleArgument("absent", 0.5, 0, 1));
    assertEquals(0.01, FilterSpec.parse("bloom(fpp=1e-2)").doubleArgument("fpp", 0, 0, 1));
    for (String javas : List.of("10d", "10f", "0x1p3", "Infinity")) {
      FilterSpec odd = FilterSpec.parse("bloom(bits=" + javas + ")");
      assertRefused(() -> odd.doubleArgument("bits", 10, 2, 64), "not " + javas);
    }
  }

  @Test
  void requireOnly_withOthers_namesThemAndTheKnownOnes() {
    FilterSpec spec = FilterSpec.parse("bloom(bits=1)");
    assertSame(spec, spec.requireOnly("bits", "fpp"));
    assertRefused(() -> spec.requireOnly("fpp", "x"), "no argument 'bits'; it has fpp, x");
    assertRefused(spec::requireOnly, "it has none");
    assertRefused(
        () -> FilterSpec.parse("bloom(none)").requireOnly("bits"),
        "takes key=value arguments only, not none");
  }

  @Test
  void requireNotBoth_withBoth_isRefused() {
    FilterSpec.parse("bloom(bits=1)").requireNotBoth("bits", "fpp");
    assertRefused(
        () -> FilterSpec.parse("bloom(bits=1,fpp=1)").requireNotBoth("bits", "fpp"),
        "give bits or fpp, not both");
  }

  @Test
  void with_ofDecimals_writesThemPlainly() {
    FilterSpec spec = FilterSpec.of("x");
    assertEquals("x(a=0.0001)", spec.with("a", 1e-4).toString());
    assertEquals("x(a=0.001)", spec.with("a", Double.valueOf("0.0010")).toString());
    assertEquals("x(a=10)", spec.with("a", 10.0).toString());
    assertEquals("x(a=3)", spec.with("a", 2).with("a", 3).toString());
    assertTrue(spec.with("a", 1).has("a"));
    assertFalse(spec.has("a"), "the first one has not changed");
  }

  @Test
  void arguments_ofASpec_cannotBeChanged() {
    FilterSpec spec = new FilterSpec("x", Map.of("a", "1"), List.of());
    assertThrows(UnsupportedOperationException.class, () -> spec.arguments().clear());
    assertThrows(UnsupportedOperationException.class, () -> spec.parts().add(spec));
  }

  private static void assertRefused(Executable use, String... messageParts) {
    String message = assertThrows(FilterSpecException.class, use).getMessage();
    for (String part : messageParts) {
      assertTrue(message.contains(part), message);
    }
  }
}
