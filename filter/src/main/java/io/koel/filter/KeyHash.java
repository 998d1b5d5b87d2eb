package io.koel.filter;

import java.util.Objects;

/**
 * The 64-bit hash by which filters know keys: {@link SipHash}, keyed by a seed.
 *
 * <p>Whoever does not know the seed cannot prepare keys whose hashes are equal, or that a filter
 * lets through; every database draws its own. A hash that only starts from a seed does not give
 * that: MurmurHash3 has keys that collide whatever the seed is.
 *
 * <p>The key's two words are the first two numbers that SplitMix64 gives from the seed, which is
 * what {@link HashMix#mix} computes. They are made anew for each hash, which takes one of its
 * twelve nanoseconds: less than it would complicate everybody who holds a seed to hold them too.
 */
public final class KeyHash {

  private KeyHash() {}

  /** Hashes a whole key. */
  public static long of(byte[] key, long seed) {
    return SipHash.of(key, 0, key.length, HashMix.mix(seed, 1), HashMix.mix(seed, 2));
  }

  /** Hashes {@code length} bytes from {@code offset} on. */
  public static long of(byte[] key, int offset, int length, long seed) {
    Objects.checkFromIndexSize(offset, length, key.length);
    return SipHash.of(key, offset, length, HashMix.mix(seed, 1), HashMix.mix(seed, 2));
  }
}
