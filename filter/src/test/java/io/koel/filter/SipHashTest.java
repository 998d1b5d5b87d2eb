package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SipHashTest {

  /** The key 00 01 .. 0f of all published vectors. */
  private static final long K0 = 0x0706050403020100L;

  private static final long K1 = 0x0f0e0d0c0b0a0908L;

  /** SipHash-1-3 of the messages "", 00, 00 01, and so on; as in Rust's and Swift's libraries. */
  private static final long[] ONE_THREE = {
    0xabac0158050fc4dcL, 0xc9f49bf37d57ca93L, 0x82cb9b024dc7d44dL, 0x8bf80ab8e7ddf7fbL,
    0xcf75576088d38328L, 0xdef9d52f49533b67L, 0xc50d2b50c59f22a7L, 0xd3927d989bb11140L,
    0x369095118d299a8eL, 0x25a48eb36c063de4L, 0x79de85ee92ff097fL, 0x70c118c1f94dc352L,
    0x78a384b157b4d9a2L, 0x306f760c1229ffa7L, 0x605aa111c0f95d34L, 0xd320d86d2a519956L,
    0xcc4fdd1a7d908b66L, 0x9cf2689063dbd80cL, 0x8ffc389cb473e63eL, 0xf21f9de58d297d1cL,
  };

  /** SipHash-2-4 of the same messages; from the authors' paper and reference code. */
  private static final long[] TWO_FOUR = {
    0x726fdb47dd0e0e31L, 0x74f839c593dc67fdL, 0x0d6c8009d9a94f5aL, 0x85676696d7fb7e2dL,
    0xcf2794e0277187b7L, 0x18765564cd99a68dL, 0xcbc9466e58fee3ceL, 0xab0200f58b01d137L,
    0x93f5f5799a932462L, 0x9e0082df0ba9e4b0L, 0x7a5dbbc594ddb9f3L, 0xf4b32f46226bada7L,
    0x751e8fbc860ee5fbL, 0x14ea5627c0843d90L, 0xf723ca908e7af2eeL, 0xa129ca6149be45e5L,
  };

  private final SplittableRandom random = Seeds.random("SipHashTest");

  private static byte[] counting(int length) {
    byte[] message = new byte[length];
    for (int i = 0; i < length; i++) {
      message[i] = (byte) i;
    }
    return message;
  }

  @Test
  void of_messagesOfThePublishedVectors_givesThem() {
    for (int length = 0; length < ONE_THREE.length; length++) {
      assertEquals(
          ONE_THREE[length], SipHash.of(counting(length), 0, length, K0, K1), "length " + length);
    }
  }

  @Test
  void plainForm_ofTheAuthorsVectors_givesThem() {
    for (int length = 0; length < TWO_FOUR.length; length++) {
      assertEquals(TWO_FOUR[length], new PlainSipHash(K0, K1, 2, 4).of(counting(length)));
    }
  }

  @Test
  void of_everyLengthAndOffset_isWhatThePlainFormGives() {
    byte[] bytes = new byte[300];
    for (int length = 0; length <= 270; length++) {
      for (int offset = 0; offset <= 17; offset++) {
        random.nextBytes(bytes);
        long k0 = random.nextLong();
        long k1 = random.nextLong();
        byte[] message = Arrays.copyOfRange(bytes, offset, offset + length);
        assertEquals(
            new PlainSipHash(k0, k1, 1, 3).of(message),
            SipHash.of(bytes, offset, length, k0, k1),
            "length " + length + ", offset " + offset);
      }
    }
  }

  /** The array ends where the message does, and no byte has a sign that spreads. */
  @Test
  void of_extremeBytes_isWhatThePlainFormGives() {
    for (int fill : new int[] {0, 0x7f, 0x80, 0xff}) {
      for (int length = 0; length <= 64; length++) {
        byte[] message = new byte[length];
        Arrays.fill(message, (byte) fill);
        assertEquals(
            new PlainSipHash(-1, Long.MIN_VALUE, 1, 3).of(message),
            SipHash.of(message, 0, length, -1, Long.MIN_VALUE));
      }
    }
  }

  /** The paper's description, byte by byte, for any number of rounds. */
  private static final class PlainSipHash {

    private final int rounds;
    private final int lastRounds;
    private long v0;
    private long v1;
    private long v2;
    private long v3;

    PlainSipHash(long k0, long k1, int rounds, int lastRounds) {
      this.rounds = rounds;
      this.lastRounds = lastRounds;
      v0 = k0 ^ 0x736f6d6570736575L;
      v1 = k1 ^ 0x646f72616e646f6dL;
      v2 = k0 ^ 0x6c7967656e657261L;
      v3 = k1 ^ 0x7465646279746573L;
    }

    long of(byte[] message) {
      byte[] padded = Arrays.copyOf(message, message.length / 8 * 8 + 8);
      padded[padded.length - 1] = (byte) message.length;
      for (int at = 0; at < padded.length; at += 8) {
        long word = 0;
        for (int i = 7; i >= 0; i--) {
          word = word << 8 | padded[at + i] & 0xff;
        }
        v3 ^= word;
        turn(rounds);
        v0 ^= word;
      }
      v2 ^= 0xff;
      turn(lastRounds);
      return v0 ^ v1 ^ v2 ^ v3;
    }

    private void turn(int times) {
      for (int i = 0; i < times; i++) {
        v0 += v1;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v3;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 += v3;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 += v1;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v2 = Long.rotateLeft(v2, 32);
      }
    }
  }
}
