package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code fpp=} and {@code bits=} of the counting families mean. */
class RateTargetTest {

  private static final int KEYS = 20_000;

  private final SplittableRandom random = Seeds.random(getClass().getName());

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

  private double expectedRate(String family, double fpp) throws CorruptionException {
    FilterPolicy policy = FilterCatalog.policy(family + "(fpp=" + fpp + ")");
    FilterBuilder builder = policy.newBuilder(FilterContext.withSeed(1)).orElseThrow();
    random.longs(KEYS).forEach(builder::addHash);
    FilterBlock block = builder.finish();
    return FilterCatalog.installed().open(block).orElseThrow().expectedFalsePositiveRate();
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
