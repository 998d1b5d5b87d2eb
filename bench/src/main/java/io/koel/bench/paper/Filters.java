package io.koel.bench.paper;

import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilter;
import io.koel.filter.DynamicFilterFamily;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterBuilder;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterContext;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpec;
import io.koel.filter.HashMix;

/** Keys and filters to measure, and the loops that are timed. */
final class Filters {

  private static final long HASH_SEED = 0;
  private static final long KEY_SALT = 0x6b6f656c;
  private static final long FIRST_ABSENT = 1L << 40;
  private static final int SAMPLE_KEYS = 200_000;

  private Filters() {}

  /** The hash of a key that gets added, or of one that never does. */
  static long key(long number) {
    return HashMix.mix(number, KEY_SALT);
  }

  static long[] keys(long from, int count) {
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = key(from + i);
    }
    return keys;
  }

  static long[] absentKeys(long from, int count) {
    return keys(FIRST_ABSENT + from, count);
  }

  /** An empty filter that takes up so many bytes, or hardly more or less. */
  static DynamicFilter ofSize(String spec, long bytes) {
    double bytesPerKey = (double) create(spec, SAMPLE_KEYS).sizeInBytes() / SAMPLE_KEYS;
    long capacity = (long) (bytes / bytesPerKey);
    DynamicFilter nearly = create(spec, capacity);
    return create(spec, capacity * bytes / nearly.sizeInBytes());
  }

  private static DynamicFilter create(String spec, long capacity) {
    FilterSpec parsed = FilterSpec.parse(spec);
    DynamicFilterFamily family =
        (DynamicFilterFamily) FilterCatalog.installed().family(parsed.name());
    return family.create(parsed, capacity, HASH_SEED);
  }

  static FilterBuilder builder(String spec, long keys) {
    return FilterCatalog.policy(spec)
        .newBuilder(new FilterContext(0, HASH_SEED, keys))
        .orElseThrow();
  }

  /** A filter of the first keys, made at once. */
  static FilterBlock build(String spec, int keys) {
    FilterBuilder builder = builder(spec, keys);
    for (int i = 0; i < keys; i++) {
      builder.addHash(key(i));
    }
    return builder.finish();
  }

  /** With how many keys a filter that is made at once takes up so many bytes. */
  static int keysForSize(String spec, long bytes) {
    double bytesPerKey = (double) build(spec, SAMPLE_KEYS).payload().length / SAMPLE_KEYS;
    return (int) (bytes / bytesPerKey);
  }

  static FilterReader open(FilterBlock block) {
    try {
      return FilterCatalog.installed().open(block).orElseThrow();
    } catch (CorruptionException e) {
      throw new IllegalStateException("a block that was just built is damaged", e);
    }
  }

  /** Adds keys until one is refused; gives how many were added. */
  static int add(DynamicFilter filter, long[] keys) {
    for (int i = 0; i < keys.length; i++) {
      if (!filter.tryAddHash(keys[i])) {
        return i;
      }
    }
    return keys.length;
  }

  static void remove(DynamicFilter filter, long[] keys) {
    for (long key : keys) {
      filter.removeHash(key);
    }
  }

  /** How many of the keys may be in the filter. */
  static int count(FilterReader filter, long[] keys) {
    int count = 0;
    for (long key : keys) {
      if (filter.mightContainHash(key)) {
        count++;
      }
    }
    return count;
  }

  /**
   * The same loop once more: timed calls must meet one class of filters only, or they slow down.
   */
  static int count(DynamicFilter filter, long[] keys) {
    int count = 0;
    for (long key : keys) {
      if (filter.mightContainHash(key)) {
        count++;
      }
    }
    return count;
  }

  /** The share of absent keys that a filter lets through. */
  static double falsePositiveRate(FilterReader filter, long probes) {
    long positives = 0;
    int chunk = (int) Math.min(probes, 1 << 18);
    long asked = 0;
    for (; asked < probes; asked += chunk) {
      positives += count(filter, absentKeys(asked, chunk));
    }
    return (double) positives / asked;
  }
}
