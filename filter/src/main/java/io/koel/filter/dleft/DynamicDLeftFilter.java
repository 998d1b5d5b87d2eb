package io.koel.filter.dleft;

import io.koel.filter.FilterBlock;
import io.koel.filter.FingerprintFilter;

/** A d-left counting Bloom filter that keys come to and go from. */
final class DynamicDLeftFilter implements FingerprintFilter {

  private final DLeftCounts counts;
  private final DLeftTable table;
  private final DLeftGeometry geometry;
  private final long hashSeed;
  private long keyCount;

  DynamicDLeftFilter(DLeftCounts counts, long hashSeed, long keyCount) {
    this.counts = counts;
    this.table = counts.table();
    this.geometry = counts.geometry();
    this.hashSeed = hashSeed;
    this.keyCount = keyCount;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    return table.find(geometry.fingerprintClass(keyHash)) != DLeftTable.NO_CELL;
  }

  @Override
  public boolean tryAddHash(long keyHash) {
    if (!counts.add(geometry.fingerprintClass(keyHash))) {
      return false;
    }
    keyCount++;
    return true;
  }

  @Override
  public void removeHash(long keyHash) {
    if (!counts.remove(geometry.fingerprintClass(keyHash))) {
      throw new IllegalStateException("no key with the hash " + keyHash + " is in the filter");
    }
    keyCount--;
  }

  @Override
  public long fingerprintClass(long keyHash) {
    return geometry.fingerprintClass(keyHash);
  }

  @Override
  public int copies(long keyHash) {
    return (int) Math.min(counts.copies(geometry.fingerprintClass(keyHash)), Integer.MAX_VALUE);
  }

  @Override
  public long keyCount() {
    return keyCount;
  }

  @Override
  public long sizeInBytes() {
    return counts.sizeInBytes();
  }

  @Override
  public FilterBlock freeze() {
    return new FilterBlock(
        DLeftCountingBloomFamily.NAME,
        DLeftCountingBloomFamily.VERSION,
        hashSeed,
        keyCount,
        counts.encode());
  }
}
