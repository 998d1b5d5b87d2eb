package io.koel.filter.cuckoo;

import static io.koel.filter.cuckoo.CuckooGeometry.SLOTS;

import io.koel.filter.FilterBlock;
import io.koel.filter.FilterFamily;
import io.koel.filter.FingerprintFilter;

/**
 * A cuckoo filter that changes in place, in the form in which it is stored.
 *
 * <p>A new fingerprint goes into an empty slot of its two buckets. If there is none it takes the
 * slot of another, which moves to its own other bucket, and so on, at most {@link #MAX_STEPS}
 * times; if that finds no empty slot, every bucket on the way gets its former content back.
 *
 * <p>Each key has its own copy of its fingerprint, also where an equal one is there. The exception
 * are classes that were pinned when the filter was built, see {@link CuckooFamily}: adding to them
 * and removing from them changes nothing but the number of keys.
 */
final class DynamicCuckooFilter implements FingerprintFilter {

  /** As in the paper; longer walks gain little room and cost much when the filter is full. */
  private static final int MAX_STEPS = 500;

  private static final int EMPTY = 0;

  private final FilterFamily family;
  private final long hashSeed;
  private final CuckooTable table;
  private final Buckets buckets;
  private final RandomSlots slots = new RandomSlots(0);
  private final int[] four = new int[SLOTS];

  private long keyCount;
  private long stored;

  /** The buckets that the present walk has changed, and what was in them. Null before the first. */
  private int[] walkedBuckets;

  private int[] walkedContents;

  DynamicCuckooFilter(FilterFamily family, long hashSeed, CuckooTable table, long keyCount) {
    this.family = family;
    this.hashSeed = hashSeed;
    this.table = table;
    this.buckets = table.buckets();
    this.keyCount = keyCount;
    this.stored = table.stored();
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    return table.mightContainHash(keyHash);
  }

  @Override
  public boolean tryAddHash(long keyHash) {
    long mixed = table.mix(keyHash);
    int fingerprint = fingerprint(mixed);
    int first = bucket(mixed);
    if (!table.isPinned(classOf(first, fingerprint))) {
      int second = alternate(first, fingerprint);
      if (!replace(first, EMPTY, fingerprint)
          && !replace(second, EMPTY, fingerprint)
          && !tryWalk(second, fingerprint)) {
        return false;
      }
      stored++;
    }
    keyCount++;
    return true;
  }

  /** Puts a fingerprint into a full bucket by moving others, or leaves all as it was. */
  private boolean tryWalk(int bucket, int fingerprint) {
    if (count(bucket, fingerprint) + count(alternate(bucket, fingerprint), fingerprint)
        == 2 * SLOTS) {
      return false;
    }
    if (walkedBuckets == null) {
      walkedBuckets = new int[MAX_STEPS];
      walkedContents = new int[SLOTS * MAX_STEPS];
    }
    int at = bucket;
    int moving = fingerprint;
    for (int step = 0; step < MAX_STEPS; step++) {
      buckets.load(at, four);
      walkedBuckets[step] = at;
      System.arraycopy(four, 0, walkedContents, SLOTS * step, SLOTS);
      int slot = slots.next();
      int evicted = four[slot];
      four[slot] = moving;
      buckets.store(at, four);
      moving = evicted;
      at = alternate(at, moving);
      if (replace(at, EMPTY, moving)) {
        return true;
      }
    }
    undoWalk();
    return false;
  }

  private void undoWalk() {
    for (int step = MAX_STEPS - 1; step >= 0; step--) {
      System.arraycopy(walkedContents, SLOTS * step, four, 0, SLOTS);
      buckets.store(walkedBuckets[step], four);
    }
  }

  @Override
  public void removeHash(long keyHash) {
    long mixed = table.mix(keyHash);
    int fingerprint = fingerprint(mixed);
    int first = bucket(mixed);
    if (!table.isPinned(classOf(first, fingerprint))) {
      if (!replace(first, fingerprint, EMPTY)
          && !replace(alternate(first, fingerprint), fingerprint, EMPTY)) {
        throw new IllegalStateException("no key with the hash " + keyHash + " is in the filter");
      }
      stored--;
    } else if (keyCount == 0) {
      throw new IllegalStateException("all keys were removed from the filter already");
    }
    keyCount--;
  }

  @Override
  public long fingerprintClass(long keyHash) {
    long mixed = table.mix(keyHash);
    return classOf(bucket(mixed), fingerprint(mixed));
  }

  @Override
  public int copies(long keyHash) {
    long mixed = table.mix(keyHash);
    int fingerprint = fingerprint(mixed);
    int first = bucket(mixed);
    return table.isPinned(classOf(first, fingerprint))
        ? UNCOUNTED
        : count(first, fingerprint) + count(alternate(first, fingerprint), fingerprint);
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
  public FilterBlock freeze() {
    return new FilterBlock(
        family.name(), family.version(), hashSeed, keyCount, table.copy().countedPayload(stored));
  }

  private int bucket(long mixed) {
    return CuckooGeometry.bucket(mixed, table.bucketCount());
  }

  private int fingerprint(long mixed) {
    return CuckooGeometry.fingerprint(mixed, table.bits());
  }

  private int alternate(int bucket, int fingerprint) {
    return CuckooGeometry.alternate(bucket, fingerprint, table.bucketCount());
  }

  private long classOf(int bucket, int fingerprint) {
    return CuckooGeometry.fingerprintClass(bucket, fingerprint, table.bucketCount());
  }

  /** Replaces one slot's content in a bucket, if there is a slot with it. */
  private boolean replace(int bucket, int content, int replacement) {
    buckets.load(bucket, four);
    for (int slot = 0; slot < SLOTS; slot++) {
      if (four[slot] == content) {
        four[slot] = replacement;
        buckets.store(bucket, four);
        return true;
      }
    }
    return false;
  }

  private int count(int bucket, int fingerprint) {
    buckets.load(bucket, four);
    int count = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
      count += four[slot] == fingerprint ? 1 : 0;
    }
    return count;
  }
}
