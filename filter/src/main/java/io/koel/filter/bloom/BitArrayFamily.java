package io.koel.filter.bloom;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterFamily;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpec;
import io.koel.filter.PayloadBytes;
import io.koel.filter.SpecPolicy;

/**
 * What the Bloom filters of bits have in common: a spec by memory or by rate, and a payload that is
 * a header and an array of bits.
 *
 * <pre>
 * offset  bytes  field (numbers are little-endian)
 * 0       1      p, number of probes, 1 or more
 * 1       3      zeros
 * 4       4      u, number of units, 1 or more
 * 8       u s    the bits, in words of 64; a unit has s bytes, a multiple of 8
 * </pre>
 *
 * A family says what a probe and a unit are. In memory the bits are an array of longs, for readers
 * as for builders: an access to it takes fewer instructions than one to a long within bytes.
 */
abstract class BitArrayFamily implements FilterFamily {

  private static final int UNITS_OFFSET = 4;
  private static final int HEADER_LENGTH = 8;

  private final int maxProbes;
  private final int unitBytes;
  private final int paddingWords;

  /**
   * @param paddingWords words in front of the bits, in memory only
   */
  BitArrayFamily(int maxProbes, int unitBytes, int paddingWords) {
    this.maxProbes = maxProbes;
    this.unitBytes = unitBytes;
    this.paddingWords = paddingWords;
  }

  /**
   * How large a filter is to be.
   *
   * @param units length of the bit array
   * @param probes for each key
   */
  record Size(int units, int probes) {}

  abstract Size sizeFor(BloomTarget target, long keys);

  abstract void setAll(long[] words, int probes, long[] hashes, int count);

  abstract FilterReader reader(long[] words, int probes, long keyCount);

  @Override
  public final FilterPolicy policy(FilterSpec spec) {
    BloomTarget target = BloomTarget.of(spec);
    FilterSpec canonical = FilterSpec.sized(name(), target.byRate(), target.bits(), target.fpp());
    return new SpecPolicy(canonical, this, (hashes, count) -> payload(target, hashes, count));
  }

  @Override
  public final FilterReader open(FilterBlock block) throws CorruptionException {
    byte[] payload = block.payload();
    PayloadBytes.check(
        payload.length > HEADER_LENGTH, block, 0, "%d bytes are too few", payload.length);
    int probes = payload[0];
    PayloadBytes.check(
        probes >= 1 && probes <= maxProbes, block, 0, "number of probes is %d", probes);
    int units = PayloadBytes.getInt(payload, UNITS_OFFSET);
    int bitBytes = payload.length - HEADER_LENGTH;
    PayloadBytes.check(
        (long) units * unitBytes == bitBytes,
        block,
        UNITS_OFFSET,
        "%d units of %d bytes, where %d bytes are there",
        units,
        unitBytes,
        bitBytes);
    long[] words = newWords(units);
    PayloadBytes.getLongs(payload, HEADER_LENGTH, words, paddingWords);
    return reader(words, probes, block.keyCount());
  }

  private long[] newWords(int units) {
    return new long[paddingWords + units * (unitBytes / Long.BYTES)];
  }

  private byte[] payload(BloomTarget target, long[] hashes, int count) {
    Size size = sizeFor(target, count);
    long[] words = newWords(size.units);
    setAll(words, size.probes, hashes, count);
    byte[] payload = new byte[HEADER_LENGTH + size.units * unitBytes];
    payload[0] = (byte) size.probes;
    PayloadBytes.putInt(payload, UNITS_OFFSET, size.units);
    PayloadBytes.putLongs(payload, HEADER_LENGTH, words, paddingWords);
    return payload;
  }
}
