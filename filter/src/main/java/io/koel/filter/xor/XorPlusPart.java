package io.koel.filter.xor;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FingerprintWidth;
import io.koel.filter.HashMix;
import io.koel.filter.PayloadBytes;

/**
 * A part of an xor+ filter.
 *
 * <pre>
 * offset  bytes  field (numbers are little-endian)
 *  0      1      w, width of the fingerprints, 1 to 32
 *  1      4      n, number of slots in each of the three blocks, 1 or more
 *  5      4      salt that the key hashes are mixed with
 *  9      4      z, number of fingerprints in the third block that are not 0
 * 13      t      the 2 n fingerprints of the first two blocks as in {@link FingerprintTable}
 * 13+t    b      for each slot of the third block whether it is not 0, as in {@link RankedBits}
 *         u      the z fingerprints that are not 0
 *         8      zeros
 * </pre>
 */
final class XorPlusPart extends Part {

  private static final int HEADER_LENGTH = 13;
  private static final int FULL_BLOCKS = 2;

  private final byte[] payload;
  private final int table;
  private final int bits;
  private final int third;
  private final int end;
  private final int width;
  private final int mask;
  private final long salt;
  private final XorGeometry geometry;

  private XorPlusPart(byte[] payload, int offset, int end) {
    int blockLength = PayloadBytes.getInt(payload, offset + 1);
    this.payload = payload;
    this.end = end;
    this.width = payload[offset];
    this.mask = -1 >>> (32 - width);
    this.geometry = new XorGeometry(blockLength);
    this.salt = PayloadBytes.getInt(payload, offset + 5);
    this.table = offset + HEADER_LENGTH;
    this.bits = table + (int) fullBlocksLength(blockLength, width);
    this.third = bits + (int) RankedBits.sizeInBytes(blockLength);
  }

  private static long fullBlocksLength(int blockLength, int width) {
    return FingerprintTable.sizeInBytes((long) FULL_BLOCKS * blockLength, width);
  }

  private static long length(int blockLength, int width, int nonZero) {
    return HEADER_LENGTH
        + fullBlocksLength(blockLength, width)
        + RankedBits.sizeInBytes(blockLength)
        + FingerprintTable.sizeInBytes(nonZero, width)
        + FingerprintTable.PADDING;
  }

  static byte[] write(long[] hashes, int from, int to, int width) {
    requireRoom(XorGeometry.sparingThirdBlock(to - from).slots(), width);
    Peeling peeling = Peeling.of(XorGeometry::sparingThirdBlock, hashes, from, to);
    XorGeometry geometry = (XorGeometry) peeling.geometry();
    int slots = geometry.slots();
    byte[] full = new byte[requireRoom(slots, width)];
    peeling.fill(full, 0, width);

    int mask = -1 >>> (32 - width);
    int spared = geometry.firstSpared();
    int nonZero = 0;
    for (int slot = spared; slot < slots; slot++) {
      nonZero += (FingerprintTable.get(full, 0, width, slot) & mask) == 0 ? 0 : 1;
    }
    byte[] part =
        new byte[PayloadBytes.arrayLength(length(geometry.blockLength(), width, nonZero))];
    part[0] = (byte) width;
    PayloadBytes.putInt(part, 1, geometry.blockLength());
    PayloadBytes.putInt(part, 5, peeling.salt());
    PayloadBytes.putInt(part, 9, nonZero);
    new XorPlusPart(part, 0, part.length).copyFrom(full);
    return part;
  }

  /** The length of a table in which nothing is left out yet. */
  private static int requireRoom(int slots, int width) {
    return PayloadBytes.arrayLength(
        FingerprintTable.sizeInBytes(slots, width) + FingerprintTable.PADDING);
  }

  /** Copies the first two blocks as they are, and of the third what is not 0. */
  private void copyFrom(byte[] full) {
    int spared = FULL_BLOCKS * geometry.blockLength();
    for (int slot = 0; slot < spared; slot++) {
      int value = FingerprintTable.get(full, 0, width, slot);
      FingerprintTable.set(payload, table, width, slot, value);
    }
    int next = 0;
    for (int slot = spared; slot < geometry.slots(); slot++) {
      int value = FingerprintTable.get(full, 0, width, slot);
      if ((value & mask) != 0) {
        RankedBits.set(payload, bits, slot - spared);
        FingerprintTable.set(payload, third, width, next++, value);
      }
    }
    RankedBits.count(payload, bits, geometry.blockLength());
  }

  static XorPlusPart open(FilterBlock block, int offset) throws CorruptionException {
    byte[] payload = block.payload();
    int left = payload.length - offset;
    PayloadBytes.check(left > HEADER_LENGTH, block, offset, "%d bytes are too few", left);
    int width = payload[offset];
    int blockLength = PayloadBytes.getInt(payload, offset + 1);
    int nonZero = PayloadBytes.getInt(payload, offset + 9);
    PayloadBytes.check(
        width >= 1 && width <= FingerprintWidth.MAX_BITS, block, offset, "width is %d", width);
    PayloadBytes.check(
        blockLength >= 1
            && blockLength <= Integer.MAX_VALUE / XorGeometry.BLOCKS
            && nonZero >= 0
            && length(blockLength, width, nonZero) <= left,
        block,
        offset + 1,
        "blocks of %d slots, %d of the third in use, do not fit into %d bytes",
        blockLength,
        nonZero,
        left);
    int end = offset + (int) length(blockLength, width, nonZero);
    XorPlusPart part = new XorPlusPart(payload, offset, end);
    RankedBits.check(block, part.bits, blockLength, nonZero);
    return part;
  }

  @Override
  boolean mightContain(long keyHash) {
    long hash = HashMix.mix(keyHash, salt);
    int difference =
        Geometry.fingerprint(hash, width)
            ^ FingerprintTable.get(payload, table, width, geometry.slot(hash, 0))
            ^ FingerprintTable.get(payload, table, width, geometry.slot(hash, 1))
            ^ third(geometry.slot(hash, 2) - FULL_BLOCKS * geometry.blockLength());
    return (difference & mask) == 0;
  }

  /** Reads also where there is nothing, because whether there is cannot be predicted. */
  private int third(int slot) {
    int rank = RankedBits.rank(payload, bits, slot);
    int value = FingerprintTable.get(payload, third, width, rank);
    return RankedBits.isSet(payload, bits, slot) ? value : 0;
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
