package io.koel.filter.bloom;

import io.koel.filter.FilterReader;

/** A stored counting Bloom filter, asked in place. */
final class CountingBloomReader implements FilterReader {

  private final CountingBloomTable table;
  private final long keyCount;

  CountingBloomReader(CountingBloomTable table, long keyCount) {
    this.table = table;
    this.keyCount = keyCount;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    return table.mightContain(keyHash);
  }

  @Override
  public long keyCount() {
    return keyCount;
  }

  @Override
  public long sizeInBytes() {
    return table.payload().length;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return table.falsePositiveRate(keyCount);
  }
}
