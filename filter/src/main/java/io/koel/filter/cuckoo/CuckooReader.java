package io.koel.filter.cuckoo;

import io.koel.filter.FilterReader;

/** A stored cuckoo filter, asked where it lies. */
final class CuckooReader implements FilterReader {

  private final CuckooTable table;
  private final long keyCount;

  CuckooReader(CuckooTable table, long keyCount) {
    this.table = table;
    this.keyCount = keyCount;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    return table.mightContainHash(keyHash);
  }

  @Override
  public long keyCount() {
    return keyCount;
  }

  @Override
  public long sizeInBytes() {
    return table.sizeInBytes();
  }

  @Override
  public double expectedFalsePositiveRate() {
    return CuckooGeometry.falsePositiveRate(table.stored(), table.bits(), table.bucketCount());
  }
}
