package io.koel.filter.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterBuilder;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterContext;
import io.koel.filter.FilterReader;
import io.koel.filter.Seeds;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a key's bits are, and how many absent keys they let through. */
class BlockedBloomTest {

  private static final int BLOCKS = 5;

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 14})
  void set_ofOneKey_staysInOneBlock(int pairs) {
    for (int i = 0; i < 10_000; i++) {
      long[] words = setOne(pairs, random.nextLong());
      int block = -1;
      int bits = 0;
      for (int word = 0; word < words.length; word++) {
        if (words[word] != 0) {
          int own = Math.floorDiv(word - BlockedBloomReader.FIRST_WORD, 8);
          assertTrue(block == -1 || block == own, "bits in two blocks");
          block = own;
          bits += Long.bitCount(words[word]);
        }
      }
      assertTrue(block >= 0 && bits >= 2 && bits <= 2 * pairs, bits + " bits in block " + block);
    }
  }

  @Test
  void set_ofOneRound_setsTwoBitsInEachOfThreeWords() {
    Set<Long> pairs = new HashSet<>();
    for (int i = 0; i < 50_000; i++) {
      int used = 0;
      for (long word : setOne(3, random.nextLong())) {
        if (word != 0) {
          assertEquals(2, Long.bitCount(word));
          pairs.add(word);
          used++;
        }
      }
      assertEquals(3, used);
    }
    assertEquals(64 * 63 / 2, pairs.size(), "pairs that occur");
  }

  @ParameterizedTest
  @CsvSource({"2,1", "4,1", "6,2", "8,3", "10,3", "13,4", "16,5", "20,6"})
  void expectedFalsePositiveRate_byBits_isTheMeasuredOne(int bits, int pairs)
      throws CorruptionException {
    FilterBlock block =
        build("blocked-bloom(bits=" + bits + ")", random.longs(4_000_000).toArray());
    assertEquals(pairs, block.payload()[0]);
    FilterReader reader = FilterCatalog.installed().open(block).orElseThrow();
    double expected = reader.expectedFalsePositiveRate();
    long lookups = (long) (20_000 / expected);
    long positives = 0;
    for (long i = 0; i < lookups; i++) {
      positives += reader.mightContainHash(random.nextLong()) ? 1 : 0;
    }
    // Five standard deviations and more: of 20,000 positives it is 0.7 %, and by how few crowded
    // blocks there are in a filter of so many keys 0.5 % (3.4 % with 100,000 keys).
    assertEquals(expected, (double) positives / lookups, 0.05 * expected);
  }

  @Test
  void expectedFalsePositiveRate_ofAnyShape_isAProbability() {
    for (int pairs = 1; pairs <= BlockedBloomShape.MAX_PAIRS; pairs++) {
      for (int blocks : new int[] {1, 2, 3, 1_000, 1 << 24}) {
        BlockedBloomShape shape = new BlockedBloomShape(blocks, pairs);
        for (long keys : new long[] {0, 1, 2, 50, 5_000, 1_000_000, Long.MAX_VALUE}) {
          double rate = shape.falsePositiveRate(keys);
          assertTrue(rate >= 0 && rate <= 1, shape + " with " + keys + " keys: " + rate);
        }
      }
    }
  }

  @Test
  void build_ofOneKey_letsHardlyAnyOtherThrough() throws CorruptionException {
    FilterReader reader = open("blocked-bloom(bits=10)", 1);
    assertTrue(reader.mightContainHash(1));
    for (int i = 2; i < 10_000; i++) {
      assertFalse(reader.mightContainHash(random.nextLong()));
    }
  }

  /** Filters are stored: other bits for the same keys would need another version. */
  @ParameterizedTest
  @CsvSource({
    "'bloom(bits=10)',1,bd44b872",
    "counting-bloom(bits=40),2,916b411f",
    "blocked-bloom(bits=10),2,8377e91d",
    "blocked-bloom(bits=20),2,4d5947e7"
  })
  void build_ofGivenKeys_givesTheBytesOfItsVersion(String spec, int version, String checksum) {
    long[] hashes = new SplittableRandom(1).longs(1_000).toArray();
    FilterBlock block = build(spec, hashes);
    CRC32C crc = new CRC32C();
    crc.update(block.payload());
    assertEquals(version, block.version());
    assertEquals(checksum, Long.toHexString(crc.getValue()));
  }

  private static long[] setOne(int pairs, long hash) {
    long[] words = new long[BlockedBloomReader.FIRST_WORD + BLOCKS * BlockedBloomShape.BLOCK_WORDS];
    BlockedBloomReader.set(words, pairs, hash);
    return words;
  }

  private static FilterReader open(String spec, long... hashes) throws CorruptionException {
    return FilterCatalog.installed().open(build(spec, hashes)).orElseThrow();
  }

  private static FilterBlock build(String spec, long... hashes) {
    FilterBuilder builder =
        FilterCatalog.policy(spec).newBuilder(FilterContext.withSeed(1)).orElseThrow();
    for (long hash : hashes) {
      builder.addHash(hash);
    }
    return builder.finish();
  }
}
