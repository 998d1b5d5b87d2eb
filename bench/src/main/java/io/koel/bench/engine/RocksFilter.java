package io.koel.bench.engine;

import io.koel.filter.FilterSpec;
import io.koel.filter.FilterSpecException;
import java.util.Locale;

/**
 * A filter of RocksDB: {@code none}, {@code bloom(bits=10)} or {@code ribbon(bits=10)}.
 *
 * <p>Bits mean what they mean to RocksDB. For Ribbon that is the Bloom filter whose false-positive
 * rate it shall reach, with about 30 % less memory.
 */
public sealed interface RocksFilter {

  /** The value for {@code filter_policy} in RocksDB's option strings. */
  String optionValue();

  /** The name that a table's properties give for this filter; null for none. */
  String propertyName();

  /** Tables without filters. */
  record None() implements RocksFilter {
    @Override
    public String optionValue() {
      return "nullptr";
    }

    @Override
    public String propertyName() {
      return null;
    }
  }

  /** RocksDB's cache-line blocked Bloom filter. */
  record Bloom(double bits) implements RocksFilter {
    @Override
    public String optionValue() {
      return String.format(Locale.ROOT, "bloomfilter:%.3f:false", bits);
    }

    @Override
    public String propertyName() {
      return "bloomfilter";
    }
  }

  /** RocksDB's Ribbon filter. */
  record Ribbon(double bits) implements RocksFilter {
    @Override
    public String optionValue() {
      // Without -1 the tables of the first levels would silently be given Bloom filters.
      return String.format(Locale.ROOT, "ribbonfilter:%.3f:-1", bits);
    }

    @Override
    public String propertyName() {
      return "ribbonfilter";
    }
  }

  /**
   * Reads a filter as users write it.
   *
   * @throws FilterSpecException if RocksDB has no such filter
   */
  static RocksFilter parse(String text) {
    FilterSpec spec = FilterSpec.parse(text);
    return switch (spec.name()) {
      case "none" -> {
        spec.requireOnly();
        yield new None();
      }
      case "bloom" -> new Bloom(bits(spec));
      case "ribbon" -> new Ribbon(bits(spec));
      default ->
          throw new FilterSpecException(
              "unknown filter '" + spec.name() + "' for RocksDB; known are bloom, none, ribbon");
    };
  }

  private static double bits(FilterSpec spec) {
    spec.requireOnly("bits");
    return spec.doubleArgument("bits", 10, 1, 100);
  }
}
