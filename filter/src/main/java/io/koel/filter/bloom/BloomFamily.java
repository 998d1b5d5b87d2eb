package io.koel.filter.bloom;

import io.koel.filter.FilterReader;

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
public final class BloomFamily extends BitArrayFamily {

  public BloomFamily() {
    super(BloomShape.MAX_PROBES, Long.BYTES, 0);
  }

  @Override
  public String name() {
    return "bloom";
  }

  @Override
  public int version() {
    return 1;
  }

  @Override
  Size sizeFor(BloomTarget target, long keys) {
    BloomShape shape = BloomShape.of(target, keys, Long.BYTES);
    return new Size(shape.sizeInBytes() / Long.BYTES, shape.probes());
  }

  @Override
  void setAll(long[] words, int probes, long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      BloomReader.set(words, probes, hashes[i]);
    }
  }

  @Override
  FilterReader reader(long[] words, int probes, long keyCount) {
    return new BloomReader(words, probes, keyCount);
  }
}
