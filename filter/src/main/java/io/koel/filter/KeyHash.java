package io.koel.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The 64-bit hash by which filters know keys: the first half of MurmurHash3 x64 128.
 *
 * <p>Bit for bit the first word of commons-codec's {@code MurmurHash3.hash128x64(key, offset,
 * length, seed)}, which tests hold it against. It is written out here because the library's form
 * allocates its result and gathers every word byte by byte, and this hash is computed on every get.
 *
 * <p>Source: Austin Appleby, MurmurHash3_x64_128, public domain.
 */
public final class KeyHash {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;

  private KeyHash() {}

  /** Hashes a whole key. */
  public static long of(byte[] key, int seed) {
    return of(key, 0, key.length, seed);
  }

  /** Hashes {@code length} bytes from {@code offset} on. */
  public static long of(byte[] key, int offset, int length, int seed) {
    Objects.checkFromIndexSize(offset, length, key.length);
    long h1 = seed & 0xffffffffL;
    long h2 = h1;
    int at = offset;
    for (int blocks = length >>> 4; blocks > 0; blocks--, at += 16) {
      h1 ^= mixFirst((long) LONG.get(key, at));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= mixSecond((long) LONG.get(key, at + 8));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    int tail = length & 15;
    if (tail > 8) {
      h2 ^= mixSecond(word(key, at + 8, tail - 8));
      tail = 8;
    }
    if (tail > 0) {
      h1 ^= mixFirst(word(key, at, tail));
    }
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    return finish(h1) + finish(h2);
  }

  private static long mixFirst(long k) {
    return Long.rotateLeft(k * C1, 31) * C2;
  }

  private static long mixSecond(long k) {
    return Long.rotateLeft(k * C2, 33) * C1;
  }

  /** The 1 to 8 bytes from {@code at} on as a little-endian number. */
  private static long word(byte[] key, int at, int length) {
    if (length == 8) {
      return (long) LONG.get(key, at);
    }
    if (length >= 4) {
      // The two reads overlap in the middle, where they agree.
      long low = (int) INT.get(key, at) & 0xffffffffL;
      long high = (int) INT.get(key, at + length - 4) & 0xffffffffL;
      return low | high << (length - 4) * 8;
    }
    long first = key[at] & 0xffL;
    long middle = key[at + (length >>> 1)] & 0xffL;
    long last = key[at + length - 1] & 0xffL;
    return first | middle << (length >>> 1) * 8 | last << (length - 1) * 8;
  }

  private static long finish(long h) {
    h ^= h >>> 33;
    h *= 0xff51afd7ed558ccdL;
    h ^= h >>> 33;
    h *= 0xc4ceb9fe1a85ec53L;
    return h ^ h >>> 33;
  }
}
