package io.koel.filter.bloom;

import io.koel.filter.FilterReader;
import io.koel.filter.HashMix;
import io.koel.filter.PayloadBytes;

/**
 * A blocked Bloom filter over the bytes of its payload.
 *
 * <p>The upper bits of a multiple of the hash choose the block. It is folded and multiplied again
 * for up to seven positions within the block, nine bits each, and again for seven more. The key
 * hash is well mixed already, so that nothing more is needed to make them independent of each
 * other.
 *
 * <p>The first seven probes are made without a branch in between, because a mispredicted one costs
 * more than the remaining probes in the same block, and without a loop, whose count would cost as
 * much as its body (FilterLookupBenchmark).
 */
final class BlockedBloomReader implements FilterReader {

  /**
   * Large arrays begin with a region of the heap, and their bytes 16 later: blocks are cache lines.
   */
  static final int HEADER_LENGTH = 48;

  private static final long BLOCK_FACTOR = 0xd6e8feb86659fd93L;
  private static final long POSITIONS_FACTOR = 0xc2b2ae3d27d4eb4fL;
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

  private static int blockStart(long product, int blocks) {
    return HEADER_LENGTH + HashMix.reduceHigh(product, blocks) * BlockedBloomShape.BLOCK_BYTES;
  }

  /** The upper bits are folded in, as the lowest of a product depend on the lowest alone. */
  private static long nextPositions(long positions) {
    return (positions ^ positions >>> 32) * POSITIONS_FACTOR;
  }

  /** Sets the bits of one key. */
  static void set(byte[] payload, long keyHash) {
    long positions = keyHash * BLOCK_FACTOR;
    int start = blockStart(positions, blocks(payload));
    for (int probe = 0; probe < payload[0]; probe++) {
      if (probe % POSITIONS_PER_WORD == 0) {
        positions = nextPositions(positions);
      }
      long taken = positions >>> probe % POSITIONS_PER_WORD * POSITION_BITS;
      int position = (int) taken & BlockedBloomShape.BLOCK_BITS - 1;
      payload[start + (position >>> 3)] |= (byte) (1 << (position & 7));
    }
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    byte[] bits = payload;
    long product = keyHash * BLOCK_FACTOR;
    int start = blockStart(product, blocks);
    int left = probes;
    while (true) {
      product = nextPositions(product);
      long all = probes(bits, start, product, left);
      left -= POSITIONS_PER_WORD;
      if ((all & 1) == 0 || left <= 0) {
        return (all & 1) != 0;
      }
    }
  }

  /** A number whose lowest bit is set if the first {@code count} bits are, or all seven. */
  @SuppressWarnings("fallthrough")
  private static long probes(byte[] bits, int start, long positions, int count) {
    long all = -1;
    switch (count) {
      default:
        all &= probe(bits, start, positions >>> 6 * POSITION_BITS);
      case 6:
        all &= probe(bits, start, positions >>> 5 * POSITION_BITS);
      case 5:
        all &= probe(bits, start, positions >>> 4 * POSITION_BITS);
      case 4:
        all &= probe(bits, start, positions >>> 3 * POSITION_BITS);
      case 3:
        all &= probe(bits, start, positions >>> 2 * POSITION_BITS);
      case 2:
        all &= probe(bits, start, positions >>> POSITION_BITS);
      case 1:
        return all & probe(bits, start, positions);
    }
  }

  /** A number whose lowest bit is the bit at the position in the lowest nine bits. */
  private static long probe(byte[] bits, int start, long position) {
    // A shift takes the position modulo 64 by itself.
    return PayloadBytes.getLong(bits, start + ((int) position >>> 3 & 0x38)) >>> position;
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
