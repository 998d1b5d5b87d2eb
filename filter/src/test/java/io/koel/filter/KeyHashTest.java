package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.codec.digest.MurmurHash3;
import org.junit.jupiter.api.Test;

class KeyHashTest {

  private final SplittableRandom random = Seeds.random("KeyHashTest");

  @Test
  void of_keysOfEveryLengthAndOffset_isTheFirstWordOfCommonsCodec() {
    byte[] bytes = new byte[320];
    for (int length = 0; length <= 300; length++) {
      for (int round = 0; round < 40; round++) {
        random.nextBytes(bytes);
        int offset = random.nextInt(bytes.length - length + 1);
        int seed = random.nextInt();
        assertEquals(
            MurmurHash3.hash128x64(bytes, offset, length, seed)[0],
            KeyHash.of(bytes, offset, length, seed),
            "length " + length + ", offset " + offset + ", seed " + seed);
      }
    }
  }

  @Test
  void of_extremeBytesAndSeeds_isTheFirstWordOfCommonsCodec() {
    for (int seed : new int[] {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      for (int fill : new int[] {0, 0x7f, 0x80, 0xff}) {
        for (int length = 0; length <= 64; length++) {
          byte[] key = new byte[length];
          Arrays.fill(key, (byte) fill);
          assertEquals(
              MurmurHash3.hash128x64(key, 0, length, seed)[0], KeyHash.of(key, 0, length, seed));
        }
      }
    }
  }

  @Test
  void of_wholeKey_isTheSameAsOfItsRange() {
    byte[] key = "koel".getBytes(StandardCharsets.US_ASCII);
    byte[] framed = "a koel's".getBytes(StandardCharsets.US_ASCII);
    assertEquals(KeyHash.of(key, 7), KeyHash.of(framed, 2, 4, 7));
    assertNotEquals(KeyHash.of(key, 7), KeyHash.of(key, 8));
  }

  /** Stored filters are lost if this number ever changes. */
  @Test
  void of_knownKey_staysWhatItWas() {
    byte[] key = "The quick brown fox jumps over the lazy dog".getBytes(StandardCharsets.US_ASCII);
    assertEquals(0xe34bbc7bbc071b6cL, KeyHash.of(key, 0));
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
