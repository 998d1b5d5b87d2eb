package io.koel.filter.xor;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FingerprintWidth;
import io.koel.filter.HashMix;
import io.koel.filter.PayloadBytes;

/**
 * A part of a binary fuse filter.
 *
 * <pre>
 * offset  bytes  field (numbers are little-endian)
 *  0      1      w, width of the fingerprints, 1 to 32
 *  1      1      a, slots per key, 3 or 4
 *  2      1      s, logarithm of the length of a segment, 2 to 18
 *  3      4      n, number of segments that a key's first slot may be in, 1 or more
 *  7      4      salt that the key hashes are mixed with
 * 11      t      (n + a - 1) 2^s fingerprints as in {@link FingerprintTable}
 * 11+t    8      zeros
 * </pre>
 */
final class FusePart extends Part {

  private static final int HEADER_LENGTH = 11;

  private final byte[] payload;
  private final int table;
  private final int end;
  private final int width;
  private final int mask;
  private final long salt;
  private final FuseGeometry geometry;
  private final boolean four;

  private FusePart(byte[] payload, int offset, int end, FuseGeometry geometry) {
    this.payload = payload;
    this.table = offset + HEADER_LENGTH;
    this.end = end;
    this.width = payload[offset];
    this.mask = -1 >>> (32 - width);
    this.salt = PayloadBytes.getInt(payload, offset + 7);
    this.geometry = geometry;
    this.four = geometry.arity() == 4;
  }

  static byte[] write(int arity, long[] hashes, int from, int to, int width) {
    requireRoom(FuseGeometry.forKeys(arity, to - from).slots(), width);
    Peeling peeling = Peeling.of(keys -> FuseGeometry.forKeys(arity, keys), hashes, from, to);
    FuseGeometry geometry = (FuseGeometry) peeling.geometry();
    byte[] part = new byte[requireRoom(geometry.slots(), width)];
    part[0] = (byte) width;
    part[1] = (byte) arity;
    part[2] = (byte) geometry.lengthLog();
    PayloadBytes.putInt(part, 3, geometry.startSegments());
    PayloadBytes.putInt(part, 7, peeling.salt());
    peeling.fill(part, HEADER_LENGTH, width);
    return part;
  }

  private static int requireRoom(int slots, int width) {
    return PayloadBytes.arrayLength(length(slots, width));
  }

  private static long length(long slots, int width) {
    return HEADER_LENGTH + FingerprintTable.sizeInBytes(slots, width) + FingerprintTable.PADDING;
  }

  static FusePart open(FilterBlock block, int offset) throws CorruptionException {
    byte[] payload = block.payload();
    int left = payload.length - offset;
    PayloadBytes.check(left > HEADER_LENGTH, block, offset, "%d bytes are too few", left);
    int width = payload[offset];
    int arity = payload[offset + 1];
    int lengthLog = payload[offset + 2];
    int startSegments = PayloadBytes.getInt(payload, offset + 3);
    PayloadBytes.check(
        width >= 1 && width <= FingerprintWidth.MAX_BITS, block, offset, "width is %d", width);
    PayloadBytes.check(arity == 3 || arity == 4, block, offset + 1, "arity is %d", arity);
    PayloadBytes.check(
        lengthLog >= FuseGeometry.MIN_LENGTH_LOG && lengthLog <= FuseGeometry.MAX_LENGTH_LOG,
        block,
        offset + 2,
        "logarithm of the segment length is %d",
        lengthLog);
    PayloadBytes.check(
        startSegments >= 1, block, offset + 3, "number of segments is %d", startSegments);
    long slots = FuseGeometry.slots(arity, lengthLog, startSegments);
    long length = length(slots, width);
    PayloadBytes.check(
        slots <= Integer.MAX_VALUE && length <= left,
        block,
        offset + 3,
        "%d slots do not fit into %d bytes",
        slots,
        left);
    FuseGeometry geometry = new FuseGeometry(arity, lengthLog, startSegments);
    return new FusePart(payload, offset, offset + (int) length, geometry);
  }

  @Override
  boolean mightContain(long keyHash) {
    long hash = HashMix.mix(keyHash, salt);
    FuseGeometry g = geometry;
    int difference =
        Geometry.fingerprint(hash, width)
            ^ FingerprintTable.get(payload, table, width, g.slot(hash, 0))
            ^ FingerprintTable.get(payload, table, width, g.slot(hash, 1))
            ^ FingerprintTable.get(payload, table, width, g.slot(hash, 2));
    if (four) {
      difference ^= FingerprintTable.get(payload, table, width, g.slot(hash, 3));
    }
    return (difference & mask) == 0;
  }

  @Override
  int width() {
    return width;
  }

  @Override
  int end() {
    return end;
  }
}
