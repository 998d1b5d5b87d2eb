package io.koel.filter.quotient;

import io.koel.filter.FilterReader;

/** A stored quotient filter, asked in place. */
final class QuotientReader implements FilterReader {

  private final QuotientTable table;
  private final QuotientGeometry geometry;
  private final long keyCount;

  QuotientReader(QuotientTable table, long keyCount) {
    this.table = table;
    this.geometry = table.geometry();
    this.keyCount = keyCount;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    return table.find(geometry.fingerprint(keyHash)) >= 0;
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
    return geometry.falsePositiveRate(keyCount);
  }
}
