package io.koel.filter.quotient;

import io.koel.filter.FilterBlock;
import io.koel.filter.FingerprintFilter;

/** A quotient filter that keys come to and go from. Its class of a key is its whole fingerprint. */
final class DynamicQuotientFilter implements FingerprintFilter {

  private final QuotientTable table;
  private final QuotientGeometry geometry;
  private final long hashSeed;
  private long keyCount;

  DynamicQuotientFilter(QuotientTable table, long hashSeed, long keyCount) {
    this.table = table;
    this.geometry = table.geometry();
    this.hashSeed = hashSeed;
    this.keyCount = keyCount;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    return table.find(geometry.fingerprint(keyHash)) >= 0;
  }

  @Override
  public boolean tryAddHash(long keyHash) {
    if (keyCount >= geometry.maxKeys()) {
      return false;
    }
    table.insert(geometry.fingerprint(keyHash));
    keyCount++;
    return true;
  }

  @Override
  public void removeHash(long keyHash) {
    if (!table.remove(geometry.fingerprint(keyHash))) {
      throw new IllegalStateException("no key with the hash " + keyHash + " is in the filter");
    }
    keyCount--;
  }

  @Override
  public long fingerprintClass(long keyHash) {
    return geometry.fingerprint(keyHash);
  }

  @Override
  public int copies(long keyHash) {
    return table.copies(geometry.fingerprint(keyHash));
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
  public FilterBlock freeze() {
    return new FilterBlock(
        QuotientFamily.NAME, QuotientFamily.VERSION, hashSeed, keyCount, table.payload().clone());
  }
}
