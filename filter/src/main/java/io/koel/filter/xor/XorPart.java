package io.koel.filter.xor;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FingerprintWidth;
import io.koel.filter.HashMix;
import io.koel.filter.PayloadBytes;

/**
 * A part of an xor filter.
 *
 * <pre>
 * offset  bytes  field (numbers are little-endian)
 * 0       1      w, width of the fingerprints, 1 to 32
 * 1       4      n, number of slots in each of the three blocks, 1 or more
 * 5       4      salt that the key hashes are mixed with
 * 9       t      3 n fingerprints as in {@link FingerprintTable}
 * 9+t     8      zeros
 * </pre>
 */
final class XorPart extends Part {

  private static final int HEADER_LENGTH = 9;

  private final byte[] payload;
  private final int table;
  private final int end;
  private final int width;
  private final int mask;
  private final long salt;
  private final XorGeometry geometry;

  private XorPart(byte[] payload, int offset, int end) {
    this.payload = payload;
    this.table = offset + HEADER_LENGTH;
    this.end = end;
    this.width = payload[offset];
    this.mask = -1 >>> (32 - width);
    this.geometry = new XorGeometry(PayloadBytes.getInt(payload, offset + 1));
    this.salt = PayloadBytes.getInt(payload, offset + 5);
  }

  static byte[] write(long[] hashes, int from, int to, int width) {
    requireRoom(XorGeometry.forKeys(to - from).blockLength(), width);
    Peeling peeling = Peeling.of(XorGeometry::forKeys, hashes, from, to);
    XorGeometry geometry = (XorGeometry) peeling.geometry();
    byte[] part = new byte[requireRoom(geometry.blockLength(), width)];
    part[0] = (byte) width;
    PayloadBytes.putInt(part, 1, geometry.blockLength());
    PayloadBytes.putInt(part, 5, peeling.salt());
    peeling.fill(part, HEADER_LENGTH, width);
    return part;
  }

  private static int requireRoom(int blockLength, int width) {
    return PayloadBytes.arrayLength(length(blockLength, width));
  }

  private static long length(int blockLength, int width) {
    long slots = (long) XorGeometry.BLOCKS * blockLength;
    return HEADER_LENGTH + FingerprintTable.sizeInBytes(slots, width) + FingerprintTable.PADDING;
  }

  static XorPart open(FilterBlock block, int offset) throws CorruptionException {
    byte[] payload = block.payload();
    int left = payload.length - offset;
    PayloadBytes.check(left > HEADER_LENGTH, block, offset, "%d bytes are too few", left);
    int width = payload[offset];
    int blockLength = PayloadBytes.getInt(payload, offset + 1);
    PayloadBytes.check(
        width >= 1 && width <= FingerprintWidth.MAX_BITS, block, offset, "width is %d", width);
    PayloadBytes.check(
        blockLength >= 1
            && blockLength <= Integer.MAX_VALUE / XorGeometry.BLOCKS
            && length(blockLength, width) <= left,
        block,
        offset + 1,
        "blocks of %d slots do not fit into %d bytes",
        blockLength,
        left);
    return new XorPart(payload, offset, offset + (int) length(blockLength, width));
  }

  @Override
  boolean mightContain(long keyHash) {
    long hash = HashMix.mix(keyHash, salt);
    int difference =
        Geometry.fingerprint(hash, width)
            ^ FingerprintTable.get(payload, table, width, geometry.slot(hash, 0))
            ^ FingerprintTable.get(payload, table, width, geometry.slot(hash, 1))
            ^ FingerprintTable.get(payload, table, width, geometry.slot(hash, 2));
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
