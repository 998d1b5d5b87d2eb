package io.koel.filter.ribbon;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FingerprintWidth;
import io.koel.filter.PayloadBytes;

/**
 * Where everything is in the payload of a ribbon filter. A filter without keys has an empty
 * payload; else
 *
 * <pre>
 * offset  bytes  field (numbers are little-endian)
 * 0       1      r, width of the narrower fingerprints, 1 to 32
 * 1       1      L, number of layers, 1 to 16
 * 2       12 L   for each layer: 4 bytes number of blocks, 1 or more; 4 bytes first block with one
 *                column more, up to the number of blocks; 4 bytes salt
 *         ...    for each layer: the buckets' codes, two per byte, the lower half first; then the
 *                blocks. A block is r columns, one more from the first wide one on, of 8 bytes; bit i
 *                of column c, from the low end, is bit c of the block's slot i.
 *         8 r+8  zeros
 * </pre>
 *
 * The meaning of a layer is in {@link RibbonLayer}. The zeros let a key that starts in the last
 * block be looked up like any other.
 */
final class RibbonLayout {

  static final int MAX_LAYERS = 16;
  private static final int LAYERS_OFFSET = 2;
  private static final int LAYER_LENGTH = 12;

  private final int columns;
  private final RibbonLayer[] layers;
  private final long[] codes;
  private final long[] blocks;
  private final long length;

  RibbonLayout(int columns, RibbonLayer... layers) {
    this.columns = columns;
    this.layers = layers;
    codes = new long[layers.length];
    blocks = new long[layers.length];
    long at = LAYERS_OFFSET + (long) LAYER_LENGTH * layers.length;
    for (int i = 0; i < layers.length; i++) {
      codes[i] = at;
      at += (layers[i].buckets() + 1) / 2;
      blocks[i] = at;
      at += blockOffset(layers[i].blocks(), columns, layers[i].firstWideBlock());
    }
    length = at + Long.BYTES * (columns + 1L);
  }

  /** Where a block is, counted from the layer's first. */
  static long blockOffset(int block, int columns, int firstWideBlock) {
    return Long.BYTES * ((long) block * columns + Math.max(0, block - firstWideBlock));
  }

  int columns() {
    return columns;
  }

  int layerCount() {
    return layers.length;
  }

  RibbonLayer layer(int i) {
    return layers[i];
  }

  int codesOffset(int i) {
    return (int) codes[i];
  }

  int blocksOffset(int i) {
    return (int) blocks[i];
  }

  /** A payload with its header. */
  byte[] newPayload() {
    byte[] payload = new byte[PayloadBytes.arrayLength(length)];
    payload[0] = (byte) columns;
    payload[1] = (byte) layers.length;
    for (int i = 0; i < layers.length; i++) {
      int at = LAYERS_OFFSET + LAYER_LENGTH * i;
      PayloadBytes.putInt(payload, at, layers[i].blocks());
      PayloadBytes.putInt(payload, at + 4, layers[i].firstWideBlock());
      PayloadBytes.putInt(payload, at + 8, layers[i].salt());
    }
    return payload;
  }

  static RibbonLayout read(FilterBlock block) throws CorruptionException {
    byte[] payload = block.payload();
    PayloadBytes.check(
        payload.length > LAYERS_OFFSET, block, 0, "%d bytes are too few", payload.length);
    int columns = payload[0];
    int count = payload[1];
    PayloadBytes.check(
        columns >= 1 && columns <= FingerprintWidth.MAX_BITS, block, 0, "width is %d", columns);
    PayloadBytes.check(
        count >= 1 && count <= MAX_LAYERS && LAYERS_OFFSET + LAYER_LENGTH * count <= payload.length,
        block,
        1,
        "number of layers is %d",
        count);
    RibbonLayer[] layers = new RibbonLayer[count];
    for (int i = 0; i < count; i++) {
      layers[i] = readLayer(block, LAYERS_OFFSET + LAYER_LENGTH * i);
    }
    RibbonLayout layout = new RibbonLayout(columns, layers);
    PayloadBytes.check(
        layout.length == payload.length,
        block,
        payload.length,
        "its layers take %d bytes",
        layout.length);
    return layout;
  }

  private static RibbonLayer readLayer(FilterBlock block, int at) throws CorruptionException {
    byte[] payload = block.payload();
    int blocks = PayloadBytes.getInt(payload, at);
    int firstWideBlock = PayloadBytes.getInt(payload, at + 4);
    PayloadBytes.check(
        blocks >= 1 && blocks <= Math.min(payload.length / Long.BYTES, RibbonLayer.MAX_BLOCKS),
        block,
        at,
        "number of blocks is %d",
        blocks);
    PayloadBytes.check(
        firstWideBlock >= 0 && firstWideBlock <= blocks,
        block,
        at + 4,
        "first wide block is %d of %d",
        firstWideBlock,
        blocks);
    return new RibbonLayer(blocks, firstWideBlock, PayloadBytes.getInt(payload, at + 8));
  }
}
