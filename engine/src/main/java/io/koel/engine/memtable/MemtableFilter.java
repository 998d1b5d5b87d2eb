package io.koel.engine.memtable;

import io.koel.filter.HashMix;

/**
 * A Bloom filter that only grows: four bits of one word per key, so that a lookup costs one cache
 * miss. With a bit for every 8 bytes of the memtable, entries of 128 bytes get 16 bits each.
 *
 * <p>Plain stores by one writer suffice, see {@link Memtable}: words only gain bits.
 */
final class MemtableFilter {

  private static final int CAPACITY_BYTES_PER_WORD = 8 * Long.SIZE;
  private static final int MIN_WORDS = 64;
  private static final int MAX_WORDS = 1 << 24;

  private final long[] words;

  MemtableFilter(long capacityInBytes) {
    long wanted = capacityInBytes / CAPACITY_BYTES_PER_WORD;
    words = new long[(int) Math.max(MIN_WORDS, Math.min(wanted, MAX_WORDS))];
  }

  void add(long hash) {
    words[HashMix.reduceHigh(hash, words.length)] |= bits(hash);
  }

  boolean mightContain(long hash) {
    long bits = bits(hash);
    return (words[HashMix.reduceHigh(hash, words.length)] & bits) == bits;
  }

  // A shift counts modulo 64, so each takes six bits of the hash's lower half.
  private static long bits(long hash) {
    return 1L << hash | 1L << (hash >> 6) | 1L << (hash >> 12) | 1L << (hash >> 18);
  }

  long sizeInBytes() {
    return 8L * words.length;
  }
}
