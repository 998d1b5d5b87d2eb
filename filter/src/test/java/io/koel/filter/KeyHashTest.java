package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.api.Test;

class KeyHashTest {

  private static final int CLASSES = 1 << 10;

  private final SplittableRandom random = Seeds.random("KeyHashTest");

  /** Java's generator of that name is SplitMix64. */
  @Test
  void of_anySeed_isKeyedByTheFirstTwoNumbersOfSplitMix() {
    byte[] key = "koel".getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < 1_000; i++) {
      long seed = i < 2 ? -i : random.nextLong();
      SplittableRandom words = new SplittableRandom(seed);
      assertEquals(
          SipHash.of(key, 0, 4, words.nextLong(), words.nextLong()), KeyHash.of(key, seed));
    }
  }

  @Test
  void of_everyLengthAndOffset_isTheSameAsOfTheKeyAlone() {
    byte[] framed = new byte[96];
    for (int length = 0; length <= 64; length++) {
      for (int offset = 0; offset <= 32; offset++) {
        random.nextBytes(framed);
        byte[] key = Arrays.copyOfRange(framed, offset, offset + length);
        assertEquals(KeyHash.of(key, 7), KeyHash.of(framed, offset, length, 7));
      }
    }
  }

  /** A seed of 32 bits could be found by trying all; each of the 64 must count. */
  @Test
  void of_seedsThatDifferInOneBit_differsInHalfOfItsBits() {
    byte[] key = "koel".getBytes(StandardCharsets.US_ASCII);
    for (int bit = 0; bit < Long.SIZE; bit++) {
      long different = 0;
      for (int i = 0; i < 1_000; i++) {
        long seed = random.nextLong();
        different += Long.bitCount(KeyHash.of(key, seed) ^ KeyHash.of(key, seed ^ 1L << bit));
      }
      // The standard deviation is 126.
      assertEquals(32_000, different, 1_000, "bit " + bit);
    }
  }

  @Test
  void of_sequentialKeys_isEvenInEveryPart() {
    long seed = random.nextLong();
    IntFunction<byte[]> bigEndian = i -> ByteBuffer.allocate(16).putInt(12, i).array();
    IntFunction<byte[]> littleEndian =
        i -> ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(i).array();
    IntFunction<byte[]> text = i -> ("user" + i).getBytes(StandardCharsets.US_ASCII);
    assertEven(bigEndian, seed);
    assertEven(littleEndian, seed);
    assertEven(text, seed);
    assertEven(text, 0);
  }

  private static void assertEven(IntFunction<byte[]> keys, long seed) {
    for (int shift = 0; shift <= Long.SIZE - 10; shift += 9) {
      int from = shift;
      assertEven(keys, seed, hash -> (int) (hash >>> from) & CLASSES - 1);
    }
    assertEven(keys, seed, hash -> HashMix.reduceHigh(hash, CLASSES - 1));
    assertEven(keys, seed, hash -> HashMix.reduceLow(hash, CLASSES - 1));
  }

  private static void assertEven(
      IntFunction<byte[]> keys, long seed, LongToIntFunction classOfHash) {
    int[] counts = new int[CLASSES];
    int count = 100 * CLASSES;
    int classes = 0;
    for (int i = 0; i < count; i++) {
      int at = classOfHash.applyAsInt(KeyHash.of(keys.apply(i), seed));
      counts[at]++;
      classes = Math.max(classes, at + 1);
    }
    double expected = (double) count / classes;
    double chiSquare = 0;
    for (int i = 0; i < classes; i++) {
      chiSquare += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    // The mean is 1,023 and the standard deviation 45: too even is as suspicious as too uneven.
    assertTrue(chiSquare > 1_023 - 6 * 45 && chiSquare < 1_023 + 7 * 45, "" + chiSquare);
  }

  /** Stored filters are lost if this number ever changes. */
  @Test
  void of_knownKey_staysWhatItWas() {
    byte[] key = "The quick brown fox jumps over the lazy dog".getBytes(StandardCharsets.US_ASCII);
    assertEquals(0xe7ca67e8415bd1b3L, KeyHash.of(key, 0));
    assertNotEquals(KeyHash.of(key, 0), KeyHash.of(key, 1));
  }

  @Test
  void of_rangeOutsideTheArray_throws() {
    byte[] key = new byte[10];
    assertThrows(IndexOutOfBoundsException.class, () -> KeyHash.of(key, 5, 6, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> KeyHash.of(key, -1, 6, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> KeyHash.of(key, 5, -1, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> KeyHash.of(key, 1, Integer.MAX_VALUE, 0));
  }
}
