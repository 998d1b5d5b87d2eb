package io.koel.filter.bloom;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.PayloadBytes;

/**
 * The counters of a counting Bloom filter, read and changed in place.
 *
 * <p>A counter that has reached 15 no longer knows how many keys it stands for, and stays there for
 * ever: that costs false positives, where going down would lose a key. By chance it hardly happens:
 * in a filter that holds what it was made for, one counter in 10^15 gets there.
 *
 * <pre>
 * x(1)    := next(key hash)
 * x(i+1)  := next(x(i))
 * next(x) := (x xor floor(x / 2^32)) * 0xff51afd7ed558ccd + 0x9e3779b97f4a7c15 mod 2^64
 * counter := floor(floor(x / 2) * 2 * number of counters / 2^64)
 * </pre>
 *
 * <p>Each x stands for one counter of the key, as the fraction x / 2^64 of all. It is made of all
 * bits of the one before, so that the counters of a key, and those of two keys, coincide no more
 * often than by chance. With steps of a fixed or evenly growing length they do in small tables,
 * where the rate would be several times that of the formula. Two counters of a key may be one,
 * which then goes up by two, and down by two.
 */
final class CountingBloomTable {

  static final int HEADER_LENGTH = 8;
  static final int SATURATED = 15;

  private static final int MAX_COUNTERS = PayloadBytes.MAX_LENGTH & -8;

  private static final long FACTOR = 0xff51afd7ed558ccdL;
  private static final long INCREMENT = 0x9e3779b97f4a7c15L;

  private final byte[] payload;
  private final int probes;
  private final long twiceCounters;

  private CountingBloomTable(byte[] payload) {
    this.payload = payload;
    this.probes = payload[0];
    this.twiceCounters = 2L * PayloadBytes.getInt(payload, 4);
  }

  /** Counters instead of a Bloom filter's bits, all 0. */
  static CountingBloomTable of(BloomShape shape) {
    int counters = (int) Math.min(8L * shape.sizeInBytes(), MAX_COUNTERS);
    byte[] payload = new byte[payloadLength(counters)];
    payload[0] = (byte) shape.probes();
    PayloadBytes.putInt(payload, 4, counters);
    return new CountingBloomTable(payload);
  }

  static CountingBloomTable of(FilterBlock block) throws CorruptionException {
    byte[] payload = block.payload();
    PayloadBytes.check(
        payload.length > HEADER_LENGTH, block, 0, "%d bytes are too few", payload.length);
    PayloadBytes.check(
        payload[0] >= 1 && payload[0] <= BloomShape.MAX_PROBES,
        block,
        0,
        "number of probes is %d",
        payload[0]);
    int counters = PayloadBytes.getInt(payload, 4);
    PayloadBytes.check(
        counters >= 8
            && counters <= MAX_COUNTERS
            && counters % 8 == 0
            && payload.length == payloadLength(counters),
        block,
        4,
        "%d counters do not fill %d bytes",
        counters,
        payload.length);
    return new CountingBloomTable(payload);
  }

  private static int payloadLength(int counters) {
    return HEADER_LENGTH + counters / 2;
  }

  byte[] payload() {
    return payload;
  }

  CountingBloomTable copy() {
    return new CountingBloomTable(payload.clone());
  }

  double falsePositiveRate(long keys) {
    int sizeAsBits = PayloadBytes.getInt(payload, 4) / 8;
    return new BloomShape(sizeAsBits, probes).falsePositiveRate(keys);
  }

  boolean mightContain(long keyHash) {
    long x = next(keyHash);
    for (int i = 0; i < probes; i++) {
      if (count(position(x)) == 0) {
        return false;
      }
      x = next(x);
    }
    return true;
  }

  void add(long keyHash) {
    addAtFirst(keyHash, probes);
  }

  private void addAtFirst(long keyHash, int positions) {
    long x = next(keyHash);
    for (int i = 0; i < positions; i++) {
      int position = position(x);
      int count = count(position);
      if (count != SATURATED) {
        put(position, count + 1);
      }
      x = next(x);
    }
  }

  /** Counts a key down; false, and nothing has changed, if that would take a counter below 0. */
  boolean remove(long keyHash) {
    long x = next(keyHash);
    for (int i = 0; i < probes; i++) {
      int position = position(x);
      int count = count(position);
      if (count == 0) {
        // No counter was at 14 for being taken down from 15, so this brings none back there.
        addAtFirst(keyHash, i);
        return false;
      }
      if (count != SATURATED) {
        put(position, count - 1);
      }
      x = next(x);
    }
    return true;
  }

  /** The upper half is folded in, as the lower bits of a product depend on lower ones alone. */
  private static long next(long x) {
    return (x ^ x >>> 32) * FACTOR + INCREMENT;
  }

  private int position(long x) {
    return (int) Math.multiplyHigh(x >>> 1, twiceCounters);
  }

  private int count(int position) {
    return payload[HEADER_LENGTH + (position >>> 1)] >>> ((position & 1) << 2) & 15;
  }

  private void put(int position, int count) {
    int shift = (position & 1) << 2;
    int at = HEADER_LENGTH + (position >>> 1);
    payload[at] = (byte) (payload[at] & ~(15 << shift) | count << shift);
  }
}
