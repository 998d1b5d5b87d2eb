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
 * The classic Bloom filter: each key sets k bits, anywhere in an array.
 *
 * <p>Spec: {@code bloom(bits=10)}, the bits of memory per key, or {@code bloom(fpp=0.01)}, the
 * share of absent keys let through. The number of probes k follows from it: the one with the fewest
 * false positives for the memory, or with the least memory for the rate.
 *
 * <pre>
 * offset  bytes  field
 * 0       1      k, number of probes, 1 to 64
 * 1       3      zeros
 * 4       4      w, number of words, 1 or more, little-endian
 * 8       8 w    the bits, in little-endian words of 64
 * </pre>
 *
 * Positions are those of {@link BloomReader}.
 *
 * <p>Source: B. Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 1970.
 */
public final class BloomFamily implements FilterFamily {

  private static final String NAME = "bloom";
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
        payload.length > BloomReader.HEADER_LENGTH,
        block,
        0,
        "%d bytes are too few",
        payload.length);
    PayloadBytes.check(
        payload[0] >= 1 && payload[0] <= BloomShape.MAX_PROBES,
        block,
        0,
        "number of probes is %d",
        payload[0]);
    int words = PayloadBytes.getInt(payload, 4);
    int wordBytes = payload.length - BloomReader.HEADER_LENGTH;
    PayloadBytes.check(
        (long) words * Long.BYTES == wordBytes,
        block,
        4,
        "number of words is %d, where %d bytes are there",
        words,
        wordBytes);
    return new BloomReader(payload, block.keyCount());
  }

  private static final class Builder extends HashCollector {

    private final BloomTarget target;

    Builder(FilterContext context, BloomTarget target) {
      super(context);
      this.target = target;
    }

    @Override
    protected FilterBlock build(long[] hashes, int count, int hashSeed) {
      BloomShape shape = BloomShape.of(target, count);
      byte[] payload = new byte[BloomReader.HEADER_LENGTH + shape.sizeInBytes()];
      payload[0] = (byte) shape.probes();
      PayloadBytes.putInt(payload, 4, shape.sizeInBytes() / Long.BYTES);
      for (int i = 0; i < count; i++) {
        BloomReader.set(payload, hashes[i]);
      }
      return new FilterBlock(NAME, VERSION, hashSeed, count, payload);
    }
  }
}
