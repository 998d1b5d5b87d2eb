package io.koel.filter.dleft;

import io.koel.filter.FilterBlock;
import io.koel.filter.FilterReader;

/** A stored d-left counting Bloom filter, asked in place. */
final class DLeftReader implements FilterReader {

  private final DLeftTable table;
  private final DLeftGeometry geometry;
  private final FilterBlock block;

  DLeftReader(DLeftTable table, FilterBlock block) {
    this.table = table;
    this.geometry = table.geometry();
    this.block = block;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    return table.find(geometry.fingerprintClass(keyHash)) != DLeftTable.NO_CELL;
  }

  @Override
  public long keyCount() {
    return block.keyCount();
  }

  @Override
  public long sizeInBytes() {
    return block.payload().length;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return geometry.falsePositiveRate(block.keyCount());
  }
}
