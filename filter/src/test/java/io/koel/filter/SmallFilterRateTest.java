package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code fpp=} gives to filters of few keys, where slots, words and blocks are coarse. */
class SmallFilterRateTest {

  private static final double[] RATES = {
    0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.03, 0.01, 0.006, 0.003, 0.001, 1e-4, 1e-6
  };

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ribbon",
        "golomb",
        "bloom",
        "blocked-bloom",
        "counting-bloom",
        "cuckoo",
        "semisorted-cuckoo",
        "quotient",
        "dleft-counting-bloom"
      })
  void fpp_ofFewKeys_isNeverExceeded(String family) throws CorruptionException {
    for (double rate : RATES) {
      for (int keys : fewKeys()) {
        double expected = build(family, rate, keys).expectedFalsePositiveRate();
        assertTrue(
            expected <= rate * (1 + 1e-9),
            family + " of " + keys + " keys has " + expected + " for " + rate);
      }
    }
  }

  /** From so many keys on, whole words or blocks are fine enough. */
  @ParameterizedTest
  @CsvSource({"ribbon,600", "golomb,3", "bloom,300", "blocked-bloom,3000", "counting-bloom,40"})
  void fpp_ofEnoughKeys_isMetWithinTenPercent(String family, int enough)
      throws CorruptionException {
    for (double rate : RATES) {
      for (int keys : fewKeys()) {
        if (keys >= enough) {
          double expected = build(family, rate, keys).expectedFalsePositiveRate();
          assertEquals(rate, expected, 0.1 * rate, family + " of " + keys + " keys");
        }
      }
    }
  }

  /** By many filters together, because one of few keys may be better or worse by chance. */
  @ParameterizedTest
  @CsvSource({
    "ribbon,0.03",
    "golomb,0.3",
    "bloom,0.01",
    "blocked-bloom,0.01",
    "counting-bloom,0.01"
  })
  void expectedFalsePositiveRate_ofFewKeys_isTheMeasuredOne(String family, double rate)
      throws CorruptionException {
    for (int keys : new int[] {1, 2, 3, 5, 10, 20, 50, 100, 150, 300, 1_100}) {
      int filters = Math.max(100, 50_000 / keys);
      double expected = 0;
      long positives = 0;
      int lookups = (int) Math.ceil(20_000 / rate / filters);
      for (int i = 0; i < filters; i++) {
        FilterReader reader = build(family, rate, keys);
        expected += lookups * reader.expectedFalsePositiveRate();
        for (int lookup = 0; lookup < lookups; lookup++) {
          positives += reader.mightContainHash(random.nextLong()) ? 1 : 0;
        }
      }
      double tolerance = 0.05 * expected + 6 * Math.sqrt(expected);
      assertEquals(expected, positives, tolerance, family + " of " + keys + " keys");
    }
  }

  private static int[] fewKeys() {
    return IntStream.concat(
            IntStream.range(1, 130), IntStream.iterate(130, n -> n < 4_000, n -> n + 17))
        .toArray();
  }

  private FilterReader build(String family, double rate, int keys) throws CorruptionException {
    FilterBuilder builder =
        FilterCatalog.policy(family + "(fpp=" + rate + ")")
            .newBuilder(FilterContext.withSeed(1))
            .orElseThrow();
    random.longs(keys).forEach(builder::addHash);
    return FilterCatalog.installed().open(builder.finish()).orElseThrow();
  }
}
