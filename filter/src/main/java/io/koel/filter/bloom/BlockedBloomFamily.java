package io.koel.filter.bloom;

import io.koel.filter.FilterReader;

/**
 * A Bloom filter in blocks of 64 bytes: all bits of a key lie in one block, so that a lookup
 * fetches one block of memory. They lie there in pairs, each pair in one word of 64 bits, so that
 * one load and one mask test two of them.
 *
 * <p>Spec: {@code blocked-bloom(bits=10)}, the bits of memory per key, or {@code
 * blocked-bloom(fpp=0.01)}, the share of absent keys let through. The number of pairs follows from
 * it, by the formula in {@link BlockedBloomShape}.
 *
 * <pre>
 * offset  bytes  field
 * 0       1      p, number of pairs of bits for each key, 1 to 14
 * 1       3      zeros
 * 4       4      b, number of blocks, 1 or more, little-endian
 * 8       64 b   the blocks, of eight little-endian words of 64 bits each
 * </pre>
 *
 * Words and pairs are those of {@link BlockedBloomReader}. This is version 2; version 1 set its
 * bits one by one, and came in no release.
 *
 * <p>Source: F. Putze, P. Sanders and J. Singler, "Cache-, hash- and space-efficient Bloom
 * filters", WEA 2007.
 */
public final class BlockedBloomFamily extends BitArrayFamily {

  public BlockedBloomFamily() {
    super(
        BlockedBloomShape.MAX_PAIRS, BlockedBloomShape.BLOCK_BYTES, BlockedBloomReader.FIRST_WORD);
  }

  @Override
  public String name() {
    return "blocked-bloom";
  }

  @Override
  public int version() {
    return 2;
  }

  @Override
  Size sizeFor(BloomTarget target, long keys) {
    BlockedBloomShape shape = BlockedBloomShape.of(target, keys);
    return new Size(shape.blocks(), shape.pairs());
  }

  @Override
  void setAll(long[] words, int pairs, long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      BlockedBloomReader.set(words, pairs, hashes[i]);
    }
  }

  @Override
  FilterReader reader(long[] words, int pairs, long keyCount) {
    return new BlockedBloomReader(words, pairs, keyCount);
  }
}
