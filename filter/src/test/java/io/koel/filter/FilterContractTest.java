package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What every family promises, whatever its arguments. A subclass names a spec. Families whose
 * filters can change are tested by {@link DynamicFilterContractTest}, which includes this.
 */
public abstract class FilterContractTest {

  protected static final long HASH_SEED = 42;

  /**
   * With so many false positives expected, 10 % more or fewer of them are 6 standard deviations, if
   * the filter's own rate is the expected one: that of blocked filters varies with their keys.
   */
  private static final int MANY_FALSE_POSITIVES = 4_000;

  private static final int MANY_KEYS = 400_000;

  private static final double MAX_PROBES = 5e6;

  protected final SplittableRandom random = Seeds.random(getClass().getName());

  /** The policy under test in its canonical form, such as {@code bloom(bits=10)}. */
  protected abstract String spec();

  /** Numbers of keys to build filters of. A family's main spec returns {@link #allSizes}. */
  protected IntStream sizes() {
    return IntStream.concat(
        IntStream.rangeClosed(0, 70),
        IntStream.of(127, 128, 129, 500, 1_023, 1_025, 4_999, 11_480, 11_521, 100_000));
  }

  /**
   * Every number up to 5,000, those at which binary fuse filters are hard to build, and large ones.
   */
  protected static IntStream allSizes() {
    return Stream.of(
            IntStream.rangeClosed(0, 5_000),
            IntStream.rangeClosed(11_480, 11_521),
            IntStream.of(10_000, 100_000, 1_000_000))
        .flatMapToInt(sizes -> sizes);
  }

  @Test
  void policy_ofItsOwnSpec_isEqual() {
    FilterPolicy policy = policy();
    assertEquals(spec(), policy.spec());
    assertEquals(policy, FilterCatalog.policy(policy.spec()));
    assertEquals(policy.hashCode(), FilterCatalog.policy(policy.spec()).hashCode());
  }

  @Test
  void policy_withUnknownArgument_namesTheArgument() {
    FilterSpec wrong = FilterSpec.parse(spec()).with("colour", "red");
    Exception e =
        assertThrows(
            FilterSpecException.class, () -> FilterCatalog.policy(wrong.toString()).spec());
    assertTrue(e.getMessage().contains("colour"), e.getMessage());
  }

  @Test
  void policy_withSpecAsArgument_isRefused() {
    String wrong = FilterSpec.parse(spec()).name() + "(none)";
    assertThrows(FilterSpecException.class, () -> FilterCatalog.policy(wrong));
  }

  @Test
  void mightContainHash_ofEveryKeyAtEverySize_isTrue() throws CorruptionException {
    for (int size : sizes().toArray()) {
      long[] hashes = randomHashes(size);
      FilterReader reader = open(build(hashes));
      assertEquals(size, reader.keyCount());
      assertHasAll(reader, hashes, size);
    }
  }

  @Test
  void mightContainHash_ofAbsentKeys_isTrueAtTheExpectedRate() throws CorruptionException {
    FilterReader reader = open(build(randomHashes(MANY_KEYS)));
    assertRateAsExpected(reader);
  }

  @Test
  void mightContainHash_ofEmptyFilter_isFalse() throws CorruptionException {
    FilterReader reader = open(build());
    assertEquals(0, reader.keyCount());
    assertEquals(0, reader.expectedFalsePositiveRate());
    for (int i = 0; i < 10_000; i++) {
      assertFalse(reader.mightContainHash(random.nextLong()));
    }
  }

  @Test
  void mightContainHash_byManyThreads_isTrueForEveryKey() throws Exception {
    long[] hashes = randomHashes(20_000);
    FilterReader reader = open(build(hashes));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Callable<Void> readAll =
          () -> {
            assertHasAll(reader, hashes, hashes.length);
            return null;
          };
      for (Future<Void> result :
          threads.invokeAll(Stream.generate(() -> readAll).limit(8).toList())) {
        result.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void add_ofKeys_isTheSameAsOfTheirHashes() throws CorruptionException {
    FilterBuilder byKey = newBuilder();
    FilterBuilder byHash = newBuilder();
    for (int i = 0; i < 1_000; i++) {
      byte[] key = ("key " + i).getBytes(StandardCharsets.UTF_8);
      byte[] framed = Arrays.copyOf(key, key.length + 3);
      byKey.add(framed, 0, key.length);
      byKey.add(key);
      byHash.addHash(KeyHash.of(key, HASH_SEED));
    }
    FilterBlock block = byKey.finish();
    assertEquals(1_000, block.keyCount(), "equal neighbours count once");
    assertArrayEquals(byHash.finish().encode(), block.encode());
  }

  @Test
  void finish_ofEqualKeys_givesEqualBytes() {
    long[] hashes = randomHashes(3_000);
    assertArrayEquals(build(hashes).encode(), build(hashes).encode());
  }

  @Test
  void anything_afterFinish_throws() {
    FilterBuilder builder = newBuilder();
    builder.add(new byte[] {1});
    builder.finish();
    assertThrows(IllegalStateException.class, builder::finish);
    assertThrows(IllegalStateException.class, () -> builder.add(new byte[] {1}));
    assertThrows(IllegalStateException.class, () -> builder.addHash(1));
    assertThrows(IllegalStateException.class, () -> builder.addHash(1));
  }

  @Test
  void finish_withManyEqualHashes_losesNoKey() throws CorruptionException {
    for (int copies : new int[] {2, 8, 9, 100, 10_000}) {
      assertHoldsWithRepeated(randomHashes(5_000), copies, 1);
      assertHoldsWithRepeated(randomHashes(20), copies, 1);
    }
    assertHoldsWithRepeated(randomHashes(1_000), 8, 500);
    assertHoldsWithRepeated(randomHashes(0), 3, 1_000);
  }

  /** Builds a filter of the given hashes and of further ones, each of which comes so many times. */
  private void assertHoldsWithRepeated(long[] single, int copies, int repeated)
      throws CorruptionException {
    long[] distinct = randomHashes(repeated);
    long[] all = Arrays.copyOf(single, single.length + copies * repeated);
    for (int i = single.length; i < all.length; i++) {
      all[i] = distinct[(i - single.length) % repeated];
    }
    FilterBlock block = build(all);
    assertEquals(all.length, block.keyCount());
    assertHasAll(open(block), all, all.length);
  }

  @Test
  void decode_ofEncodedBlock_givesTheSameFilter() throws CorruptionException {
    long[] hashes = randomHashes(1_000);
    FilterBlock block = build(hashes);
    byte[] encoded = block.encode();
    FilterBlock decoded = FilterBlock.decode(encoded);
    assertEquals(FilterSpec.parse(spec()).name(), decoded.family());
    assertEquals(family().version(), decoded.version());
    assertEquals(HASH_SEED, decoded.hashSeed());
    assertArrayEquals(encoded, decoded.encode());
    FilterReader before = open(block);
    FilterReader after = open(decoded);
    assertHasAll(after, hashes, hashes.length);
    assertEquals(before.sizeInBytes(), after.sizeInBytes());
    assertTrue(after.sizeInBytes() > 0);
    for (int i = 0; i < 100_000; i++) {
      long hash = random.nextLong();
      assertEquals(before.mightContainHash(hash), after.mightContainHash(hash));
    }
  }

  @Test
  void decode_ofAnyFlippedBit_throws() {
    byte[] encoded = build(randomHashes(40)).encode();
    for (int bit = 0; bit < 8 * encoded.length; bit++) {
      byte[] damaged = flipped(encoded, bit);
      assertThrows(
          CorruptionException.class, () -> FilterBlock.decode(damaged), "bit " + bit + " flipped");
    }
  }

  @Test
  void decode_ofAnyTruncation_throws() {
    byte[] encoded = build(randomHashes(40)).encode();
    for (int length = 0; length < encoded.length; length++) {
      byte[] damaged = Arrays.copyOf(encoded, length);
      assertThrows(CorruptionException.class, () -> FilterBlock.decode(damaged));
    }
  }

  @Test
  void open_ofAnyTruncatedPayload_throws() {
    FilterBlock block = build(randomHashes(40));
    for (int length = 0; length < block.payload().length; length++) {
      byte[] damaged = Arrays.copyOf(block.payload(), length);
      assertThrows(
          CorruptionException.class,
          () -> open(withPayload(block, damaged)),
          "payload of " + length + " bytes");
    }
  }

  /**
   * Who forges a block can forge its checksum. The answers may be wrong then; nothing may break.
   */
  @Test
  void open_ofForgedPayload_throwsCorruptionOrAnswers() {
    FilterBlock block = build(randomHashes(40));
    for (int bit = 0; bit < 8 * block.payload().length; bit++) {
      openForged(withPayload(block, flipped(block.payload(), bit)));
    }
    for (int value : new int[] {0, 1, 0x7f, 0x80, 0xff}) {
      for (int from = 0; from < block.payload().length; from++) {
        byte[] forged = block.payload().clone();
        Arrays.fill(forged, from, Math.min(from + 4, forged.length), (byte) value);
        openForged(withPayload(block, forged));
      }
    }
  }

  private void openForged(FilterBlock block) {
    try {
      FilterReader reader = open(block);
      for (int i = 0; i < 50; i++) {
        reader.mightContainHash(random.nextLong());
      }
      double rate = reader.expectedFalsePositiveRate();
      assertTrue(rate >= 0 && rate <= 1, "rate " + rate);
    } catch (CorruptionException expected) {
      assertTrue(expected.getMessage().contains("offset"), expected.getMessage());
    }
  }

  @Test
  void open_ofUnknownVersion_isNoReader() throws CorruptionException {
    FilterBlock block = build(randomHashes(10));
    FilterBlock future =
        new FilterBlock(block.family(), 65_535, block.hashSeed(), 10, block.payload());
    assertTrue(FilterCatalog.installed().open(future).isEmpty());
  }

  protected final FilterFamily family() {
    return FilterCatalog.installed().family(FilterSpec.parse(spec()).name());
  }

  protected final FilterPolicy policy() {
    return FilterCatalog.policy(spec());
  }

  protected final FilterBuilder newBuilder() {
    return policy().newBuilder(FilterContext.withSeed(HASH_SEED)).orElseThrow();
  }

  protected final FilterBlock build(long... hashes) {
    FilterBuilder builder = newBuilder();
    for (long hash : hashes) {
      builder.addHash(hash);
    }
    return builder.finish();
  }

  protected static FilterReader open(FilterBlock block) throws CorruptionException {
    return FilterCatalog.installed().open(block).orElseThrow();
  }

  protected final long[] randomHashes(int count) {
    return random.longs(count).toArray();
  }

  protected static void assertHasAll(Filter filter, long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      if (!filter.mightContainHash(hashes[i])) {
        throw new AssertionError("lost hash " + hashes[i] + ", the key " + i + " of " + count);
      }
    }
  }

  /** Holds the false-positive rate on random hashes against the formula. */
  protected final void assertRateAsExpected(FilterReader reader) {
    double rate = reader.expectedFalsePositiveRate();
    assertTrue(rate > 0 && rate < 1, "expected rate " + rate);
    long probes = (long) Math.min(Math.max(MANY_FALSE_POSITIVES / rate, 100_000), MAX_PROBES);
    long positives = 0;
    for (long i = 0; i < probes; i++) {
      positives += reader.mightContainHash(random.nextLong()) ? 1 : 0;
    }
    double expected = probes * rate;
    // Rates too small to be measured to 10 % are still held to what chance allows, 6 deviations.
    double tolerance =
        expected >= MANY_FALSE_POSITIVES - 1 ? 0.1 * expected : 6 * Math.sqrt(expected) + 6;
    assertEquals(
        expected, positives, tolerance, spec() + ": false positives among " + probes + " probes");
  }

  private static FilterBlock withPayload(FilterBlock block, byte[] payload) {
    return new FilterBlock(
        block.family(), block.version(), block.hashSeed(), block.keyCount(), payload);
  }

  private static byte[] flipped(byte[] bytes, int bit) {
    byte[] damaged = bytes.clone();
    damaged[bit >>> 3] ^= 1 << (bit & 7);
    return damaged;
  }
}
