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
 * <p>The first three probes are made without a branch in between: they turn nine of ten absent keys
 * away, where a branch after each would be mispredicted half of the time. Six probes, the best
 * number at 10 bits a key, are written out, because a loop around so few costs as much as they do
 * (FilterLookupBenchmark).
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
  private static final int TOGETHER = 3;

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
    long positions = nextPositions(product);
    int left = probes;
    if (left < TOGETHER) {
      return areSet(bits, start, positions, left);
    }
    long all =
        probe(bits, start, positions)
            & probe(bits, start, positions >>> POSITION_BITS)
            & probe(bits, start, positions >>> 2 * POSITION_BITS);
    if ((all & 1) == 0) {
      return false;
    }
    if (left == 2 * TOGETHER) {
      all =
          probe(bits, start, positions >>> 3 * POSITION_BITS)
              & probe(bits, start, positions >>> 4 * POSITION_BITS)
              & probe(bits, start, positions >>> 5 * POSITION_BITS);
      return (all & 1) != 0;
    }
    return areSet(bits, start, positions, left);
  }

  private static boolean areSet(byte[] bits, int start, long positions, int count) {
    long all = 1;
    for (int left = count; (all & 1) != 0 && left > 0; left -= POSITIONS_PER_WORD) {
      long taken = positions;
      for (int i = Math.min(left, POSITIONS_PER_WORD); i > 0; i--) {
        all &= probe(bits, start, taken);
        taken >>>= POSITION_BITS;
      }
      positions = nextPositions(positions);
    }
    return (all & 1) != 0;
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
