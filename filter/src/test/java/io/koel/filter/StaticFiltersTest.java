package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the families without delete promise in numbers: rates as asked for, and memory. */
class StaticFiltersTest {

  private static final int MILLION = 1_000_000;

  /**
   * With so many false positives expected, 10 % more or fewer of them are 6 standard deviations; 5
   * with what the filters of so many keys differ in, the blocked ones by 1 %.
   */
  private static final int MANY_FALSE_POSITIVES = 4_000;

  private static final int MANY_KEYS = 400_000;

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bloom(fpp=%s)",
        "blocked-bloom(fpp=%s)",
        "xor(fpp=%s)",
        "xor-plus(fpp=%s)",
        "binary-fuse(fpp=%s)",
        "binary-fuse(fpp=%s,arity=4)",
        "ribbon(fpp=%s)",
        "golomb(fpp=%s)"
      })
  void mightContainHash_ofFilterByRate_isTrueAtThatRate(String spec) throws CorruptionException {
    for (double rate : new double[] {0.3, 0.01, 0.001}) {
      FilterReader reader = build(String.format(spec, rate), MANY_KEYS);
      assertEquals(rate, reader.expectedFalsePositiveRate(), 0.1 * rate, "formula");
      long lookups = (long) (MANY_FALSE_POSITIVES / rate);
      assertEquals(rate, measuredRate(reader, lookups), 0.1 * rate, "measured");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bloom(bits=10)              | 10.001 | 0.0085",
        "blocked-bloom(bits=10)      | 10.001 | 0.0100",
        "xor(bits=8)                 |  9.85  | 0.0041",
        "xor-plus(bits=8)            |  9.20  | 0.0041",
        "binary-fuse(bits=8)         |  9.05  | 0.0041",
        "binary-fuse(bits=8,arity=4) |  8.65  | 0.0041",
        "ribbon(bits=8)              |  8.05  | 0.0041",
        "golomb(bits=8)              |  9.75  | 0.0041"
      })
  void build_ofMillionKeys_takesNoMoreMemoryAndLetsNoMoreThrough(
      String spec, double maxBitsPerKey, double maxRate) throws CorruptionException {
    FilterReader reader = build(spec, MILLION);
    double bitsPerKey = 8.0 * reader.sizeInBytes() / MILLION;
    assertTrue(bitsPerKey <= maxBitsPerKey, spec + " takes " + bitsPerKey + " bits per key");
    double rate = measuredRate(reader, 4 * MILLION);
    assertTrue(rate <= maxRate, spec + " lets " + rate + " through");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bloom(bits=1)",
        "bloom(bits=65)",
        "bloom(bits=ten)",
        "bloom(fpp=0)",
        "bloom(fpp=0.6)",
        "bloom(bits=10,fpp=0.01)",
        "blocked-bloom(fpp=NaN)",
        "blocked-bloom(probes=3)",
        "xor(bits=0)",
        "xor(bits=33)",
        "xor(bits=8.5)",
        "xor(bits=8,arity=4)",
        "xor-plus(fpp=-0.1)",
        "binary-fuse(arity=2)",
        "binary-fuse(arity=5)",
        "binary-fuse(bits=8,fpp=0.01)",
        "ribbon(fpp=1e-10)",
        "ribbon(bits=40)",
        "golomb(bits=0)",
        "golomb(fpp=0.51)"
      })
  void policy_withWrongArgument_saysWhichAndWhatIsRight(String spec) {
    Exception e = assertThrows(FilterSpecException.class, () -> FilterCatalog.policy(spec));
    String lastArgument = spec.replaceAll(".*[(,]([a-z]+)=[^=]*", "$1");
    assertTrue(e.getMessage().startsWith(spec), e.getMessage());
    assertTrue(e.getMessage().contains(lastArgument), e.getMessage());
  }

  private FilterReader build(String spec, int keys) throws CorruptionException {
    FilterBuilder builder =
        FilterCatalog.policy(spec).newBuilder(FilterContext.withSeed(0)).orElseThrow();
    random.longs(keys).forEach(builder::addHash);
    return FilterCatalog.installed().open(builder.finish()).orElseThrow();
  }

  private double measuredRate(FilterReader reader, long lookups) {
    long positives = 0;
    for (long i = 0; i < lookups; i++) {
      positives += reader.mightContainHash(random.nextLong()) ? 1 : 0;
    }
    return (double) positives / lookups;
  }
}
