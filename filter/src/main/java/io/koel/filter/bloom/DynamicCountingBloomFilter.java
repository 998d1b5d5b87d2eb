package io.koel.filter.bloom;

import io.koel.filter.DynamicFilter;
import io.koel.filter.FilterBlock;

/** A counting Bloom filter that keys come to and go from. */
final class DynamicCountingBloomFilter implements DynamicFilter {

  private final CountingBloomTable table;
  private final long hashSeed;
  private long keyCount;

  DynamicCountingBloomFilter(CountingBloomTable table, long hashSeed, long keyCount) {
    this.table = table;
    this.hashSeed = hashSeed;
    this.keyCount = keyCount;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    return table.mightContain(keyHash);
  }

  @Override
  public boolean tryAddHash(long keyHash) {
    table.add(keyHash);
    keyCount++;
    return true;
  }

  @Override
  public void removeHash(long keyHash) {
    if (keyCount == 0 || !table.remove(keyHash)) {
      throw new IllegalStateException("no key with the hash " + keyHash + " is in the filter");
    }
    keyCount--;
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
        CountingBloomFamily.NAME,
        CountingBloomFamily.VERSION,
        hashSeed,
        keyCount,
        table.payload().clone());
  }
}
