package io.koel.filter.xor;

import io.koel.filter.CorruptionException;
import io.koel.filter.EmptyReader;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterReader;
import io.koel.filter.FingerprintWidth;
import io.koel.filter.PayloadBytes;

/**
 * A filter of one or two parts. A filter without keys has an empty payload; else
 *
 * <pre>
 * offset  bytes  field (numbers are little-endian)
 * 0       4      L: a key belongs to the wider part if the upper half of its hash times a constant,
 *                taken as unsigned, is below L
 * 4       a      the wider part, only if L is not 0; fingerprints one bit wider than the other's
 * 4+a     b      the narrower part
 * </pre>
 *
 * The constant is 0xa24baed4963ee407. A key's fingerprint in its part is the xor of those in its
 * slots there; {@link Geometry} says which fingerprint it has, and the family's own which slots.
 */
final class PartedReader implements FilterReader {

  static final int HEADER_LENGTH = 4;
  private static final long SPLIT_FACTOR = 0xa24baed4963ee407L;

  private final int payloadLength;
  private final long keyCount;
  private final long widerLimit;
  private final Part wider;
  private final Part narrower;

  private PartedReader(FilterBlock block, long widerLimit, Part wider, Part narrower) {
    this.payloadLength = block.payload().length;
    this.keyCount = block.keyCount();
    this.widerLimit = widerLimit;
    this.wider = wider;
    this.narrower = narrower;
  }

  static FilterReader open(FilterBlock block, Part.Opener opener) throws CorruptionException {
    byte[] payload = block.payload();
    if (payload.length == 0) {
      return EmptyReader.open(block);
    }
    PayloadBytes.check(
        payload.length > HEADER_LENGTH, block, 0, "%d bytes are too few", payload.length);
    int widerLimit = PayloadBytes.getInt(payload, 0);
    Part first = opener.open(block, HEADER_LENGTH);
    Part last = first;
    if (widerLimit != 0) {
      last = opener.open(block, first.end());
      PayloadBytes.check(
          first.width() == last.width() + 1,
          block,
          first.end(),
          "width is %d after a part of width %d",
          last.width(),
          first.width());
    }
    PayloadBytes.check(
        last.end() == payload.length,
        block,
        last.end(),
        "%d bytes are left over",
        payload.length - last.end());
    return new PartedReader(block, widerLimit & 0xffffffffL, first, last);
  }

  static boolean isWider(long keyHash, int widerLimit) {
    return isBelow(keyHash, widerLimit & 0xffffffffL);
  }

  private static boolean isBelow(long keyHash, long widerLimit) {
    return keyHash * SPLIT_FACTOR >>> 32 < widerLimit;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    Part part = isBelow(keyHash, widerLimit) ? wider : narrower;
    return part.mightContain(keyHash);
  }

  @Override
  public long keyCount() {
    return keyCount;
  }

  @Override
  public long sizeInBytes() {
    return payloadLength;
  }

  @Override
  public double expectedFalsePositiveRate() {
    double widerShare = Math.scalb((double) widerLimit, -32);
    return FingerprintWidth.rate(narrower.width(), widerShare);
  }
}
