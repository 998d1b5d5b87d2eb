package io.koel.filter.ribbon;

import io.koel.filter.CorruptionException;
import io.koel.filter.EmptyReader;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterReader;
import io.koel.filter.FingerprintWidth;
import io.koel.filter.HashMix;
import io.koel.filter.PayloadBytes;

/** A ribbon filter over the bytes of its payload. */
final class RibbonReader implements FilterReader {

  private final int payloadLength;
  private final int columns;
  private final long keyCount;
  private final Layer[] layers;

  private RibbonReader(FilterBlock block, RibbonLayout layout) {
    payloadLength = block.payload().length;
    columns = layout.columns();
    keyCount = block.keyCount();
    layers = new Layer[layout.layerCount()];
    for (int i = 0; i < layers.length; i++) {
      layers[i] = new Layer(block.payload(), layout, i);
    }
  }

  static FilterReader open(FilterBlock block) throws CorruptionException {
    return block.payload().length == 0
        ? EmptyReader.open(block)
        : new RibbonReader(block, RibbonLayout.read(block));
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    long hash = keyHash;
    for (Layer layer : layers) {
      hash = HashMix.mix(hash, layer.salt);
      int start = RibbonLayer.start(hash, layer.starts);
      if (!layer.isBumped(start)) {
        return layer.matches(hash, start);
      }
    }
    return false;
  }

  @Override
  public long keyCount() {
    return keyCount;
  }

  @Override
  public long sizeInBytes() {
    return payloadLength;
  }

  @Override
  public double expectedFalsePositiveRate() {
    double rate = 0;
    double reached = 1;
    for (Layer layer : layers) {
      double kept = layer.keptShare();
      double narrow = layer.keptNarrowShare();
      rate += reached * narrow * FingerprintWidth.rate(columns, 0);
      rate += reached * (kept - narrow) * FingerprintWidth.rate(columns + 1, 0);
      reached *= 1 - kept;
    }
    return rate;
  }

  private static final class Layer {

    /** Columns that are compared without a branch: it would be mispredicted after most of them. */
    private static final int TOGETHER = 4;

    final int salt;
    final int starts;
    private final RibbonLayer layer;
    private final byte[] payload;
    private final int codes;
    private final int blocks;
    private final int columns;
    private final int firstWideBlock;

    Layer(byte[] payload, RibbonLayout layout, int i) {
      this.layer = layout.layer(i);
      this.salt = layer.salt();
      this.starts = layer.starts();
      this.payload = payload;
      this.codes = layout.codesOffset(i);
      this.blocks = layout.blocksOffset(i);
      this.columns = layout.columns();
      this.firstWideBlock = layer.firstWideBlock();
    }

    /** The share of starts whose keys are not bumped. */
    double keptShare() {
      return layer.keptShare(layer.blocks(), this::code);
    }

    /** Of {@link #keptShare}, the part whose keys have the narrower fingerprint. */
    double keptNarrowShare() {
      return layer.keptShare(firstWideBlock, this::code);
    }

    boolean isBumped(int start) {
      int bumped = RibbonLayer.bumpedStarts(code(start >>> RibbonLayer.BUCKET_LOG));
      return (start & RibbonLayer.BUCKET_STARTS - 1) < bumped;
    }

    private int code(int bucket) {
      int shift = RibbonLayer.CODE_BITS * (bucket & 1);
      return payload[codes + (bucket >>> 1)] >>> shift & RibbonLayer.LAST_CODE;
    }

    boolean matches(long hash, int start) {
      long coefficients = RibbonLayer.coefficients(hash);
      int fingerprint = RibbonLayer.fingerprint(hash);
      int block = start >>> RibbonLayer.BLOCK_LOG;
      // The 64 slots begin within this block and end within the next: each has its coefficients.
      int shift = start & RibbonLayer.BLOCK_SLOTS - 1;
      long here = coefficients << shift;
      long there = coefficients >>> 1 >>> RibbonLayer.BLOCK_SLOTS - 1 - shift;

      int at = blocks + (int) RibbonLayout.blockOffset(block, columns, firstWideBlock);
      int width = block < firstWideBlock ? columns : columns + 1;
      int next = at + Long.BYTES * width;
      int column = 0;
      for (; column + TOGETHER <= width; column += TOGETHER) {
        int offset = Long.BYTES * column;
        if (isOther(at + offset, here, next + offset, there, fingerprint >>> column)) {
          return false;
        }
      }
      for (; column < width; column++) {
        int offset = Long.BYTES * column;
        if ((sum(at + offset, here, next + offset, there) ^ fingerprint >>> column & 1) != 0) {
          return false;
        }
      }
      return true;
    }

    /** Whether the sums of these columns are not the lowest bits of the fingerprint. */
    private boolean isOther(int at, long here, int next, long there, int fingerprint) {
      int sums =
          sum(at, here, next, there)
              | sum(at + Long.BYTES, here, next + Long.BYTES, there) << 1
              | sum(at + 2 * Long.BYTES, here, next + 2 * Long.BYTES, there) << 2
              | sum(at + 3 * Long.BYTES, here, next + 3 * Long.BYTES, there) << 3;
      return ((sums ^ fingerprint) & (1 << TOGETHER) - 1) != 0;
    }

    /** The sum, modulo two, of a column's slots. */
    private int sum(int at, long here, int next, long there) {
      long first = PayloadBytes.getLong(payload, at) & here;
      long second = PayloadBytes.getLong(payload, next) & there;
      return Long.bitCount(first ^ second) & 1;
    }
  }
}
