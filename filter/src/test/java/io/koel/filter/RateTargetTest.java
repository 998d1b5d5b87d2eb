package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code fpp=} and {@code bits=} of the families that forget mean. */
class RateTargetTest {

  private static final int KEYS = 20_000;
  private static final String[] WHOLE_BIT_FAMILIES = {
    "cuckoo", "semisorted-cuckoo", "quotient", "dleft-counting-bloom"
  };

  /** The same for all filters of a test: a few bytes of a d-left filter depend on its keys. */
  private final long[] hashes = Seeds.random(getClass().getName()).longs(KEYS).toArray();

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.2, 0.1, 0.05, 0.01, 0.003, 0.001, 0.0001, 0.000001})
  void fpp_ofCountingBloom_isWithinTenPercent(double fpp) throws CorruptionException {
    assertEquals(fpp, expectedRate("counting-bloom", fpp), 0.1 * fpp);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.2, 0.1, 0.05, 0.01, 0.003, 0.001, 0.0001, 0.000001})
  void fpp_ofWholeBitFamilies_isNeverWorseAndWithinOneBit(double fpp) throws CorruptionException {
    for (String family : new String[] {"quotient", "dleft-counting-bloom"}) {
      double rate = expectedRate(family, fpp);
      assertTrue(rate <= fpp && rate >= fpp / 2.1, family + " has " + rate + " for " + fpp);
    }
  }

  /** A better rate than asked for is given where no less memory would keep the one asked for. */
  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.02, 0.01, 0.005, 0.003, 0.001, 0.0007, 0.0001})
  void fpp_ofWholeBitFamilies_takesNoMoreMemoryThanWiderOrNarrowerFingerprints(double fpp)
      throws CorruptionException {
    for (String family : WHOLE_BIT_FAMILIES) {
      FilterReader byRate = build(family + "(fpp=" + fpp + ")");
      for (int bits = 5; bits <= 20; bits++) {
        FilterReader byBits = build(family + "(bits=" + bits + ")");
        assertTrue(
            byBits.expectedFalsePositiveRate() > fpp
                || byBits.sizeInBytes() >= byRate.sizeInBytes(),
            family + " keeps " + fpp + " in less memory with " + bits + " bits");
      }
    }
  }

  /** Where fingerprints are a little too short, a lower load makes up for it. */
  @Test
  void fpp_justBelowThatOfWholeBits_isMetByMoreRoom() throws CorruptionException {
    for (String family : WHOLE_BIT_FAMILIES) {
      FilterReader whole = build(family + "(bits=12)");
      double fpp = 0.97 * whole.expectedFalsePositiveRate();
      FilterReader byRate = build(family + "(fpp=" + fpp + ")");
      assertEquals(fpp, byRate.expectedFalsePositiveRate(), 0.02 * fpp, family);
      assertEquals(whole.sizeInBytes() / 0.97, byRate.sizeInBytes(), 0.02 * whole.sizeInBytes());
    }
  }

  private double expectedRate(String family, double fpp) throws CorruptionException {
    return build(family + "(fpp=" + fpp + ")").expectedFalsePositiveRate();
  }

  private FilterReader build(String spec) throws CorruptionException {
    FilterBuilder builder =
        FilterCatalog.policy(spec).newBuilder(FilterContext.withSeed(1)).orElseThrow();
    for (long hash : hashes) {
      builder.addHash(hash);
    }
    return FilterCatalog.installed().open(builder.finish()).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "counting-bloom(bits=7.9)",
        "counting-bloom(bits=257)",
        "counting-bloom(bits=many)",
        "counting-bloom(bits=40,fpp=0.01)",
        "counting-bloom(fpp=0)",
        "counting-bloom(fpp=1)",
        "dleft-counting-bloom(bits=3)",
        "dleft-counting-bloom(bits=29)",
        "dleft-counting-bloom(bits=12.5)",
        "dleft-counting-bloom(bits=12,fpp=0.01)",
        "dleft-counting-bloom(fpp=0.6)",
        "quotient(bits=0)",
        "quotient(bits=33)",
        "quotient(bits=8,fpp=0.01)",
        "quotient(fpp=NaN)",
        "quotient(fpp=-0.1)",
      })
  void policy_withArgumentOutOfRange_namesIt(String spec) {
    String message =
        assertThrows(FilterSpecException.class, () -> FilterCatalog.policy(spec)).getMessage();
    assertTrue(message.contains("bits") || message.contains("fpp"), message);
  }
}
