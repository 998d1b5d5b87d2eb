package io.koel.filter.xor;

/**
 * Slots in three blocks of n, one slot in each, anywhere in its block:
 *
 * <pre>
 * hash    := HashMix.mix(key hash, salt)
 * slot(i) := i n + floor(floor(r / 2^32) * n / 2^32), i = 0, 1, 2,
 *            where r is the hash rotated left by 21 i of its 64 bits
 * </pre>
 *
 * Source: T. M. Graf and D. Lemire, "Xor filters: faster and smaller than Bloom and cuckoo
 * filters", JEA 2020.
 */
final class XorGeometry extends Geometry {

  static final int BLOCKS = 3;
  private static final double SLOTS_PER_KEY = 1.23;
  private static final int EXTRA_SLOTS = 32;
  private static final int ROTATION = 21;

  private final int blockLength;
  private final int fullBlocks;

  /** REQUIRES: {@code blockLength} is 1 or more, and three times as much is an int. */
  XorGeometry(int blockLength) {
    this(blockLength, BLOCKS);
  }

  private XorGeometry(int blockLength, int fullBlocks) {
    this.blockLength = blockLength;
    this.fullBlocks = fullBlocks;
  }

  static XorGeometry forKeys(int keys) {
    return checked((long) (EXTRA_SLOTS + SLOTS_PER_KEY * keys) / BLOCKS, BLOCKS);
  }

  /** The same, but with many slots of the third block left empty. */
  static XorGeometry sparingThirdBlock(int keys) {
    return checked(forKeys(keys).blockLength, BLOCKS - 1);
  }

  private static XorGeometry checked(long blockLength, int fullBlocks) {
    if (blockLength * BLOCKS > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException("more keys than an xor filter can take");
    }
    return new XorGeometry((int) blockLength, fullBlocks);
  }

  @Override
  int arity() {
    return BLOCKS;
  }

  @Override
  int slots() {
    return BLOCKS * blockLength;
  }

  @Override
  int firstSpared() {
    return fullBlocks * blockLength;
  }

  int blockLength() {
    return blockLength;
  }

  @Override
  int slot(long hash, int i) {
    long rotated = Long.rotateLeft(hash, i * ROTATION);
    return i * blockLength + (int) ((rotated >>> 32) * blockLength >>> 32);
  }

  @Override
  XorGeometry grown() {
    return checked(blockLength + 1L + blockLength / 32, fullBlocks);
  }
}
