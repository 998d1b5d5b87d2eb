package io.koel.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Options;
import io.koel.engine.version.Manifest;
import io.koel.engine.version.VersionEdit.Identity;
import io.koel.faults.StrictStorage;
import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBuilder;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterContext;
import io.koel.filter.FilterReader;
import io.koel.filter.KeyHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Somebody who knows a filter's seed can prepare absent keys that it lets through every time. Each
 * database has a random seed, so that the same keys do no harm in any other.
 */
class HostileKeysTest {

  private static final int MEMBERS = 5_000;
  private static final int PREPARED = 200;
  private static final int KNOWN_SEED = 42;

  private static byte[] key(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static FilterReader filter(String spec, int seed) throws CorruptionException {
    FilterBuilder builder =
        FilterCatalog.policy(spec).newBuilder(FilterContext.withSeed(seed)).orElseThrow();
    for (int i = 0; i < MEMBERS; i++) {
      builder.add(key(i));
    }
    return FilterCatalog.installed().open(builder.finish()).orElseThrow();
  }

  private static boolean letsThrough(FilterReader filter, byte[] key, int seed) {
    return filter.mightContainHash(KeyHash.of(key, seed));
  }

  private static int seedOf(StrictStorage database) throws IOException {
    return ((Identity) Manifest.read(database).get(0).get(0)).hashSeed();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"semisorted-cuckoo(bits=13)", "cuckoo(bits=12)", "bloom(bits=10)", "xor(bits=8)"})
  void preparedKeys_underAnotherSeed_areKeysLikeAnyOther(String spec) throws IOException {
    FilterReader known = filter(spec, KNOWN_SEED);
    List<byte[]> prepared = new ArrayList<>();
    for (long number = MEMBERS; prepared.size() < PREPARED; number++) {
      if (letsThrough(known, key(number), KNOWN_SEED)) {
        prepared.add(key(number));
      }
    }
    StrictStorage database = new StrictStorage();
    Koel.open(database, Options.defaults()).close();
    int seed = seedOf(database);
    assertNotEquals(KNOWN_SEED, seed);
    FilterReader own = filter(spec, seed);
    long through = prepared.stream().filter(key -> letsThrough(own, key, seed)).count();

    assertEquals(
        PREPARED, prepared.stream().filter(key -> letsThrough(known, key, KNOWN_SEED)).count());
    // At 1 % one expects 2 of 200; 20 or more have a chance below one in a billion.
    assertTrue(through < 20, through + " of " + PREPARED + " prepared keys pass");
  }
}
