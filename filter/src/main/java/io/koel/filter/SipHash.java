package io.koel.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SipHash-1-3 with a result of 64 bits: a hash by which nobody can prepare collisions who does not
 * know its key.
 *
 * <p>The state is four words. Each word of the message goes through one round, three more rounds
 * finish. The last word has the bytes that are left over, and the message's length modulo 256 as
 * its highest byte. It allocates nothing: the state is in local variables, which is why the round
 * stands here twice.
 *
 * <p>Source: J.-P. Aumasson and D. J. Bernstein, <i>SipHash: a fast short-input PRF</i>, 2012; one
 * and three rounds are their proposal for hash tables.
 */
final class SipHash {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** "somepseudorandomlygeneratedbytes" in ASCII. */
  private static final long C0 = 0x736f6d6570736575L;

  private static final long C1 = 0x646f72616e646f6dL;
  private static final long C2 = 0x6c7967656e657261L;
  private static final long C3 = 0x7465646279746573L;

  private static final int FINISHING_ROUNDS = 3;

  private SipHash() {}

  /**
   * Hashes {@code length} bytes from {@code offset} on.
   *
   * <p>REQUIRES: the range lies within the array.
   *
   * @param k0 the key's first eight bytes as a little-endian number
   * @param k1 its last eight bytes
   */
  static long of(byte[] message, int offset, int length, long k0, long k1) {
    long v0 = k0 ^ C0;
    long v1 = k1 ^ C1;
    long v2 = k0 ^ C2;
    long v3 = k1 ^ C3;
    int words = length >>> 3;
    for (int i = 0; i <= words; i++) {
      long word =
          i < words ? (long) LONG.get(message, offset + 8 * i) : lastWord(message, offset, length);
      v3 ^= word;
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 = Long.rotateLeft(v2, 32);
      v0 ^= word;
    }
    v2 ^= 0xff;
    for (int i = 0; i < FINISHING_ROUNDS; i++) {
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 = Long.rotateLeft(v2, 32);
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }

  private static long lastWord(byte[] message, int offset, int length) {
    return (long) length << 56 | rest(message, offset, length);
  }

  /** The 0 to 7 bytes after the last whole word, as a little-endian number. */
  private static long rest(byte[] message, int offset, int length) {
    int left = length & 7;
    if (length >= 8) {
      // The array's last eight bytes without those before; in two steps, because all 64 bits go
      // when none is left.
      return (long) LONG.get(message, offset + length - 8) >>> 1 >>> (63 - 8 * left);
    }
    return shortMessage(message, offset, left);
  }

  private static long shortMessage(byte[] message, int offset, int length) {
    if (length >= 4) {
      // The two reads overlap in the middle, where they agree.
      long low = (int) INT.get(message, offset) & 0xffffffffL;
      long high = (int) INT.get(message, offset + length - 4) & 0xffffffffL;
      return low | high << (length - 4) * 8;
    }
    if (length == 0) {
      return 0;
    }
    long first = message[offset] & 0xffL;
    long middle = message[offset + (length >>> 1)] & 0xffL;
    long last = message[offset + length - 1] & 0xffL;
    return first | middle << (length >>> 1) * 8 | last << (length - 1) * 8;
  }
}
