package io.koel.filter.cuckoo;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilterFamily;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterBuilder;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterContext;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpec;
import io.koel.filter.FilterSpecException;
import io.koel.filter.FingerprintFilter;
import io.koel.filter.HashMix;
import io.koel.filter.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the cuckoo families promise above the contract. */
class CuckooFilterTest {

  private static final int BUCKETS_OFFSET = 20;

  private final SplittableRandom random = Seeds.random("CuckooFilterTest");

  @Test
  void policy_ofEverySpec_isCanonical() {
    assertCanonical("cuckoo(bits=12)", "cuckoo");
    assertCanonical("semisorted-cuckoo(bits=13)", "semisorted-cuckoo()");
    assertCanonical("cuckoo(bits=4)", "cuckoo(bits=04)");
    assertCanonical("cuckoo(fpp=0.001)", "cuckoo(fpp=1e-3)");
    assertCanonical("semisorted-cuckoo(fpp=0.0001)", "semisorted-cuckoo(fpp=0.00010)");
  }

  private static void assertCanonical(String canonical, String spec) {
    assertEquals(canonical, FilterCatalog.policy(spec).spec());
    assertEquals(FilterCatalog.policy(canonical), FilterCatalog.policy(spec));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuckoo(bits=3)",
        "cuckoo(bits=33)",
        "semisorted-cuckoo(bits=4)",
        "cuckoo(fpp=0)",
        "cuckoo(fpp=0.6)",
        "cuckoo(fpp=1e-10)",
        "cuckoo(bits=8,fpp=0.1)",
        "cuckoo(bits=x)"
      })
  void policy_ofWrongArguments_isRefused(String spec) {
    assertThrows(FilterSpecException.class, () -> FilterCatalog.policy(spec));
    FilterSpec parsed = FilterSpec.parse(spec);
    assertThrows(FilterSpecException.class, () -> family(spec).create(parsed, 10, 0));
  }

  @Test
  void policy_byRate_staysBelowTheRateWithTheFewestBits() throws CorruptionException {
    for (String name : new String[] {"cuckoo", "semisorted-cuckoo"}) {
      for (double rate : new double[] {0.1, 0.03, 0.01, 0.001, 0.0001, 1e-6, 2e-9}) {
        FilterBlock block = build(name + "(fpp=" + rate + ")", randomHashes(20_000));
        double expected = open(block).expectedFalsePositiveRate();
        assertTrue(expected <= rate, expected + " for " + rate);
        int bits = block.payload()[6];
        FilterBlock shorter = build(name + "(bits=" + (bits - 1) + ")", randomHashes(20_000));
        assertTrue(open(shorter).expectedFalsePositiveRate() > rate);
      }
    }
  }

  /** Also one past a power of two, where a table of that size would be half empty. */
  @Test
  void sizeInBytes_ofSemiSorted13_isBelow12point37BitsPerKey() throws CorruptionException {
    IntStream sizes =
        IntStream.concat(
            IntStream.of(10_000, 16_385, 65_537, 100_000, 262_145, 1_000_000),
            IntStream.rangeClosed(11_480, 11_521));
    for (int size : sizes.toArray()) {
      FilterBlock block = build("semisorted-cuckoo(bits=13)", randomHashes(size));
      FilterReader reader = open(block);
      double bitsPerKey = 8.0 * reader.sizeInBytes() / size;
      assertTrue(bitsPerKey <= 12.37, bitsPerKey + " bits per key of " + size);
      int buckets = ByteBuffer.wrap(block.payload()).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
      assertTrue(size >= 0.97 * 4 * buckets, size + " keys in " + buckets + " buckets");
      assertTrue(reader.expectedFalsePositiveRate() <= 0.00098);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuckoo(bits=12)", "semisorted-cuckoo(bits=13)", "cuckoo(bits=20)"})
  void tryAddHash_ofOneKey_worksEightTimesAndTheFilterGoesOn(String spec) {
    FingerprintFilter filter = create(spec, 2_000);
    long[] others = randomHashes(1_500);
    for (long hash : others) {
      assertTrue(filter.tryAddHash(hash));
    }
    Set<Long> pairs = LongStream.of(others).mapToObj(h -> bucketPair(filter, h)).collect(toSet());
    for (int round = 0; round < 50; round++) {
      // A key of both the same buckets could not make room by moving.
      long repeated =
          random
              .longs()
              .filter(h -> !pairs.contains(bucketPair(filter, h)))
              .findAny()
              .orElseThrow();
      for (int copies = 1; copies <= 8; copies++) {
        assertTrue(filter.tryAddHash(repeated));
        assertEquals(copies, filter.copies(repeated));
      }
      byte[] full = filter.freeze().encode();
      assertFalse(filter.tryAddHash(repeated));
      assertArrayEquals(full, filter.freeze().encode());
      long another = random.nextLong();
      assertTrue(filter.tryAddHash(another));
      filter.removeHash(another);
      for (int copies = 8; copies > 0; copies--) {
        assertEquals(copies, filter.copies(repeated));
        filter.removeHash(repeated);
      }
    }
    for (long hash : others) {
      assertTrue(filter.mightContainHash(hash));
    }
  }

  /** The two buckets that a new filter keeps a hash in. */
  private static long bucketPair(FingerprintFilter filter, long hash) {
    int buckets =
        ByteBuffer.wrap(filter.freeze().payload()).order(ByteOrder.LITTLE_ENDIAN).getInt();
    long number = filter.fingerprintClass(hash);
    int lower = (int) (number >>> 32);
    return (long) lower << 32 | CuckooGeometry.alternate(lower, (int) number, buckets);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuckoo(bits=8)", "semisorted-cuckoo(bits=13)", "cuckoo(bits=32)"})
  void copies_withMoreEqualHashesThanSlots_areCountedForAllOtherClasses(String spec)
      throws CorruptionException {
    for (int copies : new int[] {8, 9, 100, 10_000}) {
      long[] hashes = randomHashes(5_000 + copies);
      long repeated = hashes[5_000];
      Arrays.fill(hashes, 5_000, hashes.length, repeated);
      FingerprintFilter filter = thaw(build(spec, hashes));
      Map<Long, Integer> expected = new HashMap<>();
      for (long hash : hashes) {
        expected.merge(filter.fingerprintClass(hash), 1, Integer::sum);
      }
      boolean pinned = copies > 8;
      assertEquals(pinned, filter.copies(repeated) == FingerprintFilter.UNCOUNTED);
      for (int i = 0; i < 5_000; i++) {
        long number = filter.fingerprintClass(hashes[i]);
        if (!pinned || number != filter.fingerprintClass(repeated)) {
          assertEquals(expected.get(number), filter.copies(hashes[i]));
        }
      }
    }
  }

  /** Different hashes that one salt gives equal places to are parted by the next one. */
  @ParameterizedTest
  @ValueSource(strings = {"cuckoo(bits=12)", "semisorted-cuckoo(bits=13)"})
  void finish_withHashesMadeForTheFirstSalt_takesTheNext(String spec) throws CorruptionException {
    long[] hashes = randomHashes(3_000);
    for (int i = 0; i < 1_000; i++) {
      hashes[i] = unmix(0x1234567800000000L + i);
    }
    FilterBlock block = build(spec, hashes);
    int salt = ByteBuffer.wrap(block.payload()).order(ByteOrder.LITTLE_ENDIAN).getShort(4);
    assertTrue(salt > 0, "salt " + salt);
    FilterReader reader = open(block);
    FingerprintFilter filter = thaw(block);
    for (long hash : hashes) {
      assertTrue(reader.mightContainHash(hash));
      assertTrue(filter.copies(hash) > 0);
    }
    assertArrayEquals(block.encode(), build(spec, hashes).encode());
  }

  /** The hash that {@code HashMix.mix(hash, 0)} gives {@code mixed} for. */
  private static long unmix(long mixed) {
    long h = mixed ^ mixed >>> 31 ^ mixed >>> 62;
    h *= inverse(0x94d049bb133111ebL);
    h = h ^ h >>> 27 ^ h >>> 54;
    h *= inverse(0xbf58476d1ce4e5b9L);
    h = h ^ h >>> 30 ^ h >>> 60;
    assertEquals(mixed, HashMix.mix(h, 0));
    return h;
  }

  /** The inverse of an odd number mod 2^64, by Newton's iteration. */
  private static long inverse(long odd) {
    long inverse = odd;
    for (int i = 0; i < 5; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  @Test
  void thaw_ofOtherNumberOfFingerprintsThanStored_throws() {
    FilterBlock block = build("semisorted-cuckoo(bits=13)", randomHashes(100));
    byte[] payload = block.payload().clone();
    Arrays.fill(payload, BUCKETS_OFFSET, BUCKETS_OFFSET + 6, (byte) 0);
    FilterBlock damaged = new FilterBlock(block.family(), 1, 0, 100, payload);
    Exception e = assertThrows(CorruptionException.class, () -> thaw(damaged));
    assertTrue(e.getMessage().contains("where 100 were stored"), e.getMessage());
  }

  /** Else removing keys that are there could bring the number of keys below 0. */
  @Test
  void open_ofFewerKeysThanUnpinnedFingerprints_throws() throws CorruptionException {
    long[] hashes = randomHashes(70);
    Arrays.fill(hashes, 0, 20, 77);
    FilterBlock block = build("cuckoo(bits=12)", hashes);
    FingerprintFilter filter = thaw(block);
    for (int i = 0; i < 20; i++) {
      filter.removeHash(77);
    }
    open(filter.freeze());
    FilterBlock damaged = new FilterBlock(block.family(), 1, 0, 49, block.payload());
    Exception e = assertThrows(CorruptionException.class, () -> open(damaged));
    assertTrue(e.getMessage().contains("51 fingerprints of 49 keys"), e.getMessage());
  }

  @Test
  void removeHash_ofPinnedClass_changesNothingButTheNumberOfKeys() throws CorruptionException {
    long[] hashes = new long[20];
    Arrays.fill(hashes, 77);
    FilterBlock block = build("cuckoo(bits=12)", hashes);
    FingerprintFilter filter = thaw(block);
    for (int i = 0; i < 20; i++) {
      filter.removeHash(77);
      assertTrue(filter.mightContainHash(77));
    }
    assertEquals(0, filter.keyCount());
    assertThrows(IllegalStateException.class, () -> filter.removeHash(77));
    assertTrue(filter.tryAddHash(77));
    assertEquals(1, filter.keyCount());
    FilterReader reader = open(filter.freeze());
    assertTrue(reader.mightContainHash(77));
    assertEquals(1, reader.keyCount());
    assertArrayEquals(block.payload(), filter.freeze().payload());
  }

  @Test
  void removeHash_ofAbsentKey_throwsAndChangesNothing() throws CorruptionException {
    FingerprintFilter filter = thaw(build("cuckoo(bits=32)", randomHashes(1_000)));
    byte[] before = filter.freeze().encode();
    long absent = random.nextLong();
    assertFalse(filter.mightContainHash(absent));
    Exception e = assertThrows(IllegalStateException.class, () -> filter.removeHash(absent));
    assertTrue(e.getMessage().contains(Long.toString(absent)), e.getMessage());
    assertArrayEquals(before, filter.freeze().encode());
  }

  @Test
  void create_beyondWhatAPayloadHolds_throws() {
    for (long capacity : new long[] {1L << 33, Long.MAX_VALUE}) {
      Exception e =
          assertThrows(IllegalArgumentException.class, () -> create("cuckoo(bits=12)", capacity));
      assertTrue(e.getMessage().contains("at most"), e.getMessage());
    }
  }

  @Test
  void open_ofWrongFields_saysWhatIsWrong() {
    assertCorrupt(0, 3, "payload offset 0: 3 buckets");
    assertCorrupt(0, 0, "payload offset 0: 0 buckets");
    assertCorrupt(0, -2, "payload offset 0: -2 buckets");
    assertCorrupt(0, Integer.MAX_VALUE - 1, "payload offset 0: 2147483646 buckets");
    assertCorrupt(0, 1 << 20, "offset 16: 1048576 buckets of 48 bits and 0 pinned classes");
    assertCorrupt(4, 3 << 16, "payload offset 6: fingerprints of 3 bits");
    assertCorrupt(4, 33 << 16, "payload offset 6: fingerprints of 33 bits");
    assertCorrupt(4, 12 << 16 | 1 << 24, "payload offset 7: a reserved byte");
    assertCorrupt(8, 99, "payload offset 8: 99 fingerprints of 100 keys in");
    assertCorrupt(16, -1, "pinned classes");
    assertCorrupt(16, 1, "pinned classes");
  }

  @Test
  void open_ofWrongPinnedClass_throws() throws CorruptionException {
    long[] hashes = new long[100];
    FilterBlock block = build("cuckoo(bits=12)", hashes);
    int pinnedAt = block.payload().length - 8;
    open(block);
    for (int bit = 0; bit < 64; bit++) {
      byte[] payload = block.payload().clone();
      ByteBuffer in = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
      long wrong = in.getLong(pinnedAt) ^ 1L << bit;
      in.putLong(pinnedAt, wrong);
      long fingerprint = wrong & 0xffffffffL;
      boolean possible =
          fingerprint >= 1
              && fingerprint < 4_096
              && wrong >>> 32 < in.getInt(0)
              && CuckooGeometry.fingerprintClass((int) (wrong >>> 32), (int) wrong, in.getInt(0))
                  == wrong;
      FilterBlock damaged = new FilterBlock("cuckoo", 1, 0, 100, payload);
      if (!possible) {
        assertThrows(CorruptionException.class, () -> open(damaged));
      }
    }
  }

  @Test
  void open_ofPaddingThatIsNotZero_throws() {
    FilterBlock block = build("cuckoo(bits=12)", randomHashes(100));
    for (int back = 1; back <= Buckets.PADDING; back++) {
      byte[] payload = block.payload().clone();
      payload[payload.length - back] = 1;
      FilterBlock damaged = new FilterBlock("cuckoo", 1, 0, 100, payload);
      Exception e = assertThrows(CorruptionException.class, () -> open(damaged));
      assertTrue(e.getMessage().contains("padding"), e.getMessage());
    }
  }

  /** A stored filter must be read for ever: this one follows the layout by hand. */
  @Test
  void open_ofHandMadePayload_findsTheKey() throws CorruptionException {
    int buckets = 6;
    byte[] payload = new byte[BUCKETS_OFFSET + buckets * 2 + Buckets.PADDING];
    ByteBuffer out = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0, buckets).put(6, (byte) 4).putLong(8, 1);
    // The key hash 1 mixes to this number, which gives bucket 2 and fingerprint 1.
    long mixed = 0x5692161d100b05e5L;
    assertEquals(2, (int) ((mixed >>> 32) * 6 >>> 32));
    assertEquals(1, 1 + (int) ((mixed & 0xffffffffL) * 15 >>> 32));
    out.put(BUCKETS_OFFSET + 2 * 2 + 1, (byte) 0x10);
    FilterReader reader = open(new FilterBlock("cuckoo", 1, 0, 1, payload));
    assertTrue(reader.mightContainHash(1));
  }

  private void assertCorrupt(int offset, int value, String message) {
    FilterBlock block = build("cuckoo(bits=12)", randomHashes(100));
    byte[] payload = block.payload().clone();
    ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
    FilterBlock damaged = new FilterBlock("cuckoo", 1, 0, 100, payload);
    Exception e = assertThrows(CorruptionException.class, () -> open(damaged));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  private static FilterBlock build(String spec, long[] hashes) {
    FilterBuilder builder =
        FilterCatalog.policy(spec).newBuilder(FilterContext.withSeed(0)).orElseThrow();
    for (long hash : hashes) {
      builder.addHash(hash);
    }
    return builder.finish();
  }

  private static FilterReader open(FilterBlock block) throws CorruptionException {
    return FilterCatalog.installed().open(block).orElseThrow();
  }

  private static FingerprintFilter thaw(FilterBlock block) throws CorruptionException {
    return (FingerprintFilter) family(block.family()).thaw(block);
  }

  private static FingerprintFilter create(String spec, long capacity) {
    return (FingerprintFilter) family(spec).create(FilterSpec.parse(spec), capacity, 0);
  }

  private static DynamicFilterFamily family(String spec) {
    return (DynamicFilterFamily) FilterCatalog.installed().family(FilterSpec.parse(spec).name());
  }

  private long[] randomHashes(int count) {
    return random.longs(count).toArray();
  }
}
