package io.koel.filter.bloom;

import io.koel.filter.FilterReader;
import io.koel.filter.HashMix;
import io.koel.filter.PayloadBytes;

/**
 * A blocked Bloom filter over the bytes of its payload.
 *
 * <p>The upper bits of the mixed hash choose the block. A second mix gives up to seven positions
 * within it, nine bits each, that depend neither on the block nor on each other; further positions
 * take a further mix. All probes are made without a branch in between: they are in the same block,
 * and a mispredicted branch costs more than the remaining probes.
 */
final class BlockedBloomReader implements FilterReader {

  static final int HEADER_LENGTH = 5;

  private static final long BLOCK_SALT = 0x626c6f636bL;
  private static final long BIT_FACTOR = 0xd6e8feb86659fd93L;
  private static final long NEXT_SALT = 1;
  private static final int POSITION_BITS = 9;
  private static final int POSITIONS_PER_WORD = 7;

  private final byte[] payload;
  private final int probes;
  private final int blocks;
  private final long keyCount;

  BlockedBloomReader(byte[] payload, long keyCount) {
    this.payload = payload;
    this.probes = payload[0];
    this.blocks = blocks(payload);
    this.keyCount = keyCount;
  }

  private static int blocks(byte[] payload) {
    return (payload.length - HEADER_LENGTH) / BlockedBloomShape.BLOCK_BYTES;
  }

  private static int blockStart(long mixed, int blocks) {
    return HEADER_LENGTH + HashMix.reduceHigh(mixed, blocks) * BlockedBloomShape.BLOCK_BYTES;
  }

  /** Seven positions of nine bits. The block's number is made of bits that are folded away here. */
  private static long positions(long mixed) {
    long product = mixed * BIT_FACTOR;
    return product ^ product >>> 32;
  }

  /** Sets the bits of one key. */
  static void set(byte[] payload, long keyHash) {
    long mixed = HashMix.mix(keyHash, BLOCK_SALT);
    int start = blockStart(mixed, blocks(payload));
    long positions = positions(mixed);
    for (int probe = 0; probe < payload[0]; probe++) {
      if (probe > 0 && probe % POSITIONS_PER_WORD == 0) {
        mixed = HashMix.mix(mixed, NEXT_SALT);
        positions = positions(mixed);
      }
      int position = (int) positions & (BlockedBloomShape.BLOCK_BITS - 1);
      payload[start + (position >>> 3)] |= (byte) (1 << (position & 7));
      positions >>>= POSITION_BITS;
    }
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    byte[] bits = payload;
    long mixed = HashMix.mix(keyHash, BLOCK_SALT);
    int start = blockStart(mixed, blocks);
    int left = probes;
    while (true) {
      long all = -1;
      long positions = positions(mixed);
      for (int i = Math.min(left, POSITIONS_PER_WORD); i > 0; i--) {
        // Shifting takes the position modulo 64 by itself.
        all &= PayloadBytes.getLong(bits, start + ((int) positions >>> 3 & 0x38)) >>> positions;
        positions >>>= POSITION_BITS;
      }
      left -= POSITIONS_PER_WORD;
      if ((all & 1) == 0 || left <= 0) {
        return (all & 1) != 0;
      }
      mixed = HashMix.mix(mixed, NEXT_SALT);
    }
  }

  @Override
  public long keyCount() {
    return keyCount;
  }

  @Override
  public long sizeInBytes() {
    return payload.length;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return new BlockedBloomShape(blocks, probes).falsePositiveRate(keyCount);
  }
}
