package io.koel.filter.bloom;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterContext;
import io.koel.filter.FilterFamily;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpec;
import io.koel.filter.HashCollector;
import io.koel.filter.PayloadBytes;
import io.koel.filter.SpecPolicy;

/**
 * A Bloom filter in blocks of 64 bytes: all k bits of a key lie in one block, so that a lookup
 * fetches one block of memory.
 *
 * <p>Spec: {@code blocked-bloom(bits=10)}, the bits of memory per key, or {@code
 * blocked-bloom(fpp=0.01)}, the share of absent keys let through. The number of probes follows from
 * it, by the formula in {@link BlockedBloomShape}.
 *
 * <pre>
 * offset  bytes  field
 * 0       1      k, number of probes, 1 to 28
 * 1       4      b, number of blocks, 1 or more, little-endian
 * 5       43     zeros
 * 48      64 b   the blocks; bit i of a block is bit i mod 8, from the low end, of its byte i/8
 * </pre>
 *
 * Positions are those of {@link BlockedBloomReader}.
 *
 * <p>Source: F. Putze, P. Sanders and J. Singler, "Cache-, hash- and space-efficient Bloom
 * filters", WEA 2007.
 */
public final class BlockedBloomFamily implements FilterFamily {

  private static final String NAME = "blocked-bloom";
  private static final int VERSION = 1;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int version() {
    return VERSION;
  }

  @Override
  public FilterPolicy policy(FilterSpec spec) {
    BloomTarget target = BloomTarget.of(spec);
    return new SpecPolicy(spec, context -> new Builder(context, target));
  }

  @Override
  public FilterReader open(FilterBlock block) throws CorruptionException {
    byte[] payload = block.payload();
    PayloadBytes.check(
        payload.length > BlockedBloomReader.HEADER_LENGTH,
        block,
        0,
        "%d bytes are too few",
        payload.length);
    PayloadBytes.check(
        payload[0] >= 1 && payload[0] <= BlockedBloomShape.MAX_PROBES,
        block,
        0,
        "number of probes is %d",
        payload[0]);
    int blocks = PayloadBytes.getInt(payload, 1);
    int blockBytes = payload.length - BlockedBloomReader.HEADER_LENGTH;
    PayloadBytes.check(
        (long) blocks * BlockedBloomShape.BLOCK_BYTES == blockBytes,
        block,
        1,
        "number of blocks is %d, where %d bytes are there",
        blocks,
        blockBytes);
    return new BlockedBloomReader(payload, block.keyCount());
  }

  private static final class Builder extends HashCollector {

    private final BloomTarget target;

    Builder(FilterContext context, BloomTarget target) {
      super(context);
      this.target = target;
    }

    @Override
    protected FilterBlock build(long[] hashes, int count, int hashSeed) {
      BlockedBloomShape shape = BlockedBloomShape.of(target, count);
      byte[] payload = new byte[BlockedBloomReader.HEADER_LENGTH + shape.sizeInBytes()];
      payload[0] = (byte) shape.probes();
      PayloadBytes.putInt(payload, 1, shape.blocks());
      for (int i = 0; i < count; i++) {
        BlockedBloomReader.set(payload, hashes[i]);
      }
      return new FilterBlock(NAME, VERSION, hashSeed, count, payload);
    }
  }
}
