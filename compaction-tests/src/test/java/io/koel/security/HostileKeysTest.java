package io.koel.security;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Options;
import io.koel.Stats.LevelStats;
import io.koel.engine.table.TableHandle;
import io.koel.engine.version.Manifest;
import io.koel.engine.version.ObsoleteFiles;
import io.koel.engine.version.VersionEdit.Identity;
import io.koel.engine.version.VersionSet;
import io.koel.faults.StrictStorage;
import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBuilder;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterContext;
import io.koel.filter.FilterReader;
import io.koel.filter.KeyHash;
import io.koel.sst.Storage;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.codec.digest.MurmurHash3;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Somebody who knows a filter's seed can prepare absent keys that it lets through every time. Each
 * database has a random seed, so that the same keys do no harm in any other; and the hash is a
 * keyed one, so that there are none that do harm in all.
 */
class HostileKeysTest {

  private static final int MEMBERS = 5_000;
  private static final int PREPARED = 200;
  private static final int STORES = 20;
  private static final long KNOWN_SEED = 42;

  /** How many keys have one MurmurHash3, and the length of each. */
  private static final int COLLIDING = 4_096;

  private static final int COLLIDING_LENGTH = 12 * 32;

  /** MurmurHash3's factors. */
  private static final long C1 = 0x87c37b91114253d5L;

  private static final long C2 = 0x4cf5ad432745937fL;

  /** Below and above all other keys, so that no lookup is spared by a table's bounds. */
  private static final byte[] LOWEST = {};

  private static final byte[] HIGHEST = repeated((byte) 0xff, COLLIDING_LENGTH + 1);

  private static byte[] repeated(byte value, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, value);
    return bytes;
  }

  private static byte[] key(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static FilterReader filter(String spec, long seed) throws CorruptionException {
    List<byte[]> members = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      members.add(key(i));
    }
    return filter(spec, seed, members);
  }

  private static FilterReader filter(String spec, long seed, List<byte[]> members)
      throws CorruptionException {
    FilterBuilder builder =
        FilterCatalog.policy(spec).newBuilder(FilterContext.withSeed(seed)).orElseThrow();
    members.forEach(builder::add);
    return FilterCatalog.installed().open(builder.finish()).orElseThrow();
  }

  private static boolean letsThrough(FilterReader filter, byte[] key, long seed) {
    return filter.mightContainHash(KeyHash.of(key, seed));
  }

  /** Absent keys that a filter lets through, in the order of their numbers. */
  private static List<byte[]> prepare(FilterReader filter, long seed) {
    List<byte[]> prepared = new ArrayList<>();
    for (long number = MEMBERS; prepared.size() < PREPARED; number++) {
      if (letsThrough(filter, key(number), seed)) {
        prepared.add(key(number));
      }
    }
    return prepared;
  }

  private static long seedOf(StrictStorage database) throws IOException {
    return ((Identity) Manifest.read(database).get(0).get(0)).hashSeed();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"semisorted-cuckoo(bits=13)", "cuckoo(bits=12)", "bloom(bits=10)", "xor(bits=8)"})
  void preparedKeys_underAnotherSeed_areKeysLikeAnyOther(String spec) throws IOException {
    FilterReader known = filter(spec, KNOWN_SEED);
    List<byte[]> prepared = prepare(known, KNOWN_SEED);
    StrictStorage database = new StrictStorage();
    Koel.open(database, Options.defaults()).close();
    long seed = seedOf(database);
    assertNotEquals(KNOWN_SEED, seed);
    FilterReader own = filter(spec, seed);
    long through = prepared.stream().filter(key -> letsThrough(own, key, seed)).count();

    assertEquals(
        PREPARED, prepared.stream().filter(key -> letsThrough(known, key, KNOWN_SEED)).count());
    // At 1 % one expects 2 of 200; 20 or more have a chance below one in a billion.
    assertTrue(through < 20, through + " of " + PREPARED + " prepared keys pass");
  }

  /**
   * A set prepared against one seed, whose keys all have the fingerprint and the buckets of the one
   * stored key: where that seed is in use, each of them reads the disk, and nowhere else.
   */
  @Test
  void keysOfOneFingerprintClass_ofAKnownSeed_readTheDiskUnderThatSeedOnly() throws IOException {
    List<byte[]> prepared = preparedAgainst(KNOWN_SEED);
    StrictStorage seeded = new StrictStorage();
    createWithSeed(seeded, KNOWN_SEED);

    assertEquals(PREPARED, falsePositives(seeded, List.of(key(0)), prepared));
    assertHarmlessInNewStores(prepared);
  }

  /** This is what fails if databases shared a seed, whichever it were. */
  @Test
  void keysOfOneFingerprintClass_ofAStore_readTheDiskInThatStoreOnly() throws IOException {
    StrictStorage attacked = new StrictStorage();
    Koel.open(attacked, Options.defaults()).close();
    List<byte[]> prepared = preparedAgainst(seedOf(attacked));

    assertEquals(PREPARED, falsePositives(attacked, List.of(key(0)), prepared));
    assertHarmlessInNewStores(prepared);
  }

  private static List<byte[]> preparedAgainst(long seed) throws CorruptionException {
    String spec = Options.defaults().filterPolicy().spec();
    return prepare(filter(spec, seed, List.of(key(0))), seed);
  }

  private static void assertHarmlessInNewStores(List<byte[]> prepared) throws IOException {
    long through = 0;
    for (int i = 0; i < STORES; i++) {
      through += falsePositives(new StrictStorage(), List.of(key(0)), prepared);
    }
    // Three stored keys let one of 2,700 others pass at most: one or two are expected.
    assertTrue(through < 20, through + " of " + STORES * PREPARED + " lookups read the disk");
  }

  /** One stored, the others looked up: with MurmurHash3 each lookup was a false positive. */
  @Test
  void keysWithOneMurmurHash_oneOfThemStored_readTheDiskNoMoreThanRandomKeys() throws IOException {
    for (int seed : new int[] {0, 5, -9}) {
      for (int i = 1; i < COLLIDING; i *= 2) {
        assertArrayEquals(
            MurmurHash3.hash128x64(colliding(0), 0, COLLIDING_LENGTH, seed),
            MurmurHash3.hash128x64(colliding(i), 0, COLLIDING_LENGTH, seed));
      }
    }
    SplittableRandom random = new SplittableRandom(1);
    long hostile = 0;
    long ordinary = 0;
    for (int store = 0; store < STORES; store++) {
      List<byte[]> stored = new ArrayList<>(List.of(colliding(store)));
      List<byte[]> wanted = new ArrayList<>();
      List<byte[]> others = new ArrayList<>();
      for (int i = 0; i < COLLIDING; i++) {
        stored.add(randomKey(random));
        others.add(randomKey(random));
        if (i != store) {
          wanted.add(colliding(i));
        }
      }
      hostile += falsePositives(new StrictStorage(), stored, wanted);
      ordinary += falsePositives(new StrictStorage(), stored, others);
    }
    // About 80 each; the difference has a standard deviation of 13.
    assertTrue(hostile < ordinary + 80, hostile + " against " + ordinary);
  }

  private static byte[] randomKey(SplittableRandom random) {
    byte[] key = new byte[COLLIDING_LENGTH];
    random.nextBytes(key);
    return key;
  }

  /** How many lookups of absent keys read a table that has just these keys and the bounds. */
  private static long falsePositives(Storage storage, List<byte[]> stored, List<byte[]> absent)
      throws IOException {
    try (Koel db = Koel.open(storage, Options.defaults())) {
      db.put(LOWEST, LOWEST);
      db.put(HIGHEST, LOWEST);
      for (byte[] key : stored) {
        db.put(key, key(1));
      }
      db.flush();
      for (byte[] key : absent) {
        assertNull(db.get(key));
      }
      List<LevelStats> levels = db.stats().levels();
      assertEquals(absent.size(), levels.stream().mapToLong(LevelStats::filterChecks).sum());
      return levels.stream().mapToLong(LevelStats::falsePositives).sum();
    }
  }

  /** Makes an empty database whose seed is known, as no real one's is. */
  private static void createWithSeed(Storage storage, long seed) throws IOException {
    try (VersionSet versions = VersionSet.create(storage, 1 << 20, new NothingYet(), seed)) {
      versions.startManifest();
    }
  }

  /** A new database has no file that could become obsolete. */
  private static final class NothingYet implements ObsoleteFiles {
    @Override
    public void tableObsolete(TableHandle table) {
      throw new IllegalStateException("a new database has no " + table);
    }

    @Override
    public void generationObsolete(long table, int generation) {
      throw new IllegalStateException("a new database has no generation of table " + table);
    }

    @Override
    public void manifestObsolete(long number) {
      throw new IllegalStateException("a new database has no older manifest " + number);
    }
  }

  /**
   * All of them in one database: they are stored, found and deleted, in the memtable and in tables.
   * What happens to keys whose hashes are equal after all, MemtableTest and the filters' tests
   * tell.
   */
  @Test
  void keysWithOneMurmurHash_allOfThemStored_areFoundAndDeleted() throws IOException {
    try (Koel db = Koel.open(new StrictStorage(), Options.defaults())) {
      for (int i = 0; i < COLLIDING; i++) {
        db.put(colliding(i), key(i));
      }
      assertFound(db, 0);
      for (int i = 0; i < COLLIDING; i += 2) {
        db.delete(colliding(i));
      }
      assertFound(db, 1);
      db.flush();
      assertFound(db, 1);
      db.compact();
      assertFound(db, 1);
    }
  }

  private static void assertFound(Koel db, int deletedUnless) throws IOException {
    for (int i = 0; i < COLLIDING; i++) {
      if (deletedUnless == 0 || i % 2 == deletedUnless) {
        assertArrayEquals(key(i), db.get(colliding(i)));
      } else {
        assertNull(db.get(colliding(i)));
      }
    }
  }

  /**
   * One of 4,096 keys with the same MurmurHash3. Of each two blocks of 16 bytes, the first makes a
   * difference in the state's highest bit alone, where adding is the same as exclusive or, and the
   * second takes it back. (J.-P. Aumasson and D. J. Bernstein, "Hash-flooding DoS reloaded", 2012.)
   */
  private static byte[] colliding(int number) {
    ByteBuffer bytes = ByteBuffer.allocate(COLLIDING_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    for (int pair = 0; pair < 12; pair++) {
      long bit = number >>> pair & 1;
      bytes.putLong(unmix(bit << 36, C1, 31, C2)).putLong(unmix(bit << 32, C2, 33, C1));
      bytes.putLong(unmix(bit << 63, C1, 31, C2)).putLong(0);
    }
    return bytes.array();
  }

  /** What MurmurHash3 mixes to a number: by one factor, a rotation and another factor. */
  private static long unmix(long mixed, long first, int rotation, long second) {
    return Long.rotateRight(mixed * inverse(second), rotation) * inverse(first);
  }

  private static long inverse(long odd) {
    BigInteger modulus = BigInteger.ONE.shiftLeft(64);
    return new BigInteger(Long.toUnsignedString(odd)).modInverse(modulus).longValue();
  }
}
