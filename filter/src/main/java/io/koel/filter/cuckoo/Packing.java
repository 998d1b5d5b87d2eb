package io.koel.filter.cuckoo;

import static io.koel.filter.cuckoo.CuckooGeometry.SLOTS;

import io.koel.filter.HashMix;

/** One attempt to place all keys of a packed filter, in unpacked slots. */
final class Packing {

  /** Enough to come close to the threshold; an attempt that fails, fails by one such walk. */
  private static final int MAX_STEPS = 20_000;

  private final int bits;
  private final int bucketCount;
  private final int salt;
  private final int[] slots;
  private final RandomSlots random;
  private long stored;

  Packing(int bits, int bucketCount, int salt) {
    this.bits = bits;
    this.bucketCount = bucketCount;
    this.salt = salt;
    this.slots = new int[SLOTS * bucketCount];
    this.random = new RandomSlots(salt);
  }

  long fingerprintClass(long keyHash) {
    long mixed = HashMix.mix(keyHash, salt);
    return CuckooGeometry.fingerprintClass(
        CuckooGeometry.bucket(mixed, bucketCount),
        CuckooGeometry.fingerprint(mixed, bits),
        bucketCount);
  }

  /** Places a key. After a false answer the attempt is lost. */
  boolean place(long keyHash) {
    long mixed = HashMix.mix(keyHash, salt);
    return place(
        CuckooGeometry.bucket(mixed, bucketCount), CuckooGeometry.fingerprint(mixed, bits));
  }

  /** Places one fingerprint of a class. */
  boolean placeClass(long fingerprintClass) {
    return place((int) (fingerprintClass >>> 32), (int) fingerprintClass);
  }

  private boolean place(int first, int fingerprint) {
    stored++;
    if (putIfRoom(first, fingerprint)) {
      return true;
    }
    int bucket = first;
    int moving = fingerprint;
    for (int step = 0; step < MAX_STEPS; step++) {
      bucket = CuckooGeometry.alternate(bucket, moving, bucketCount);
      if (putIfRoom(bucket, moving)) {
        return true;
      }
      int slot = SLOTS * bucket + random.next();
      int evicted = slots[slot];
      slots[slot] = moving;
      moving = evicted;
    }
    return false;
  }

  private boolean putIfRoom(int bucket, int fingerprint) {
    int end = SLOTS * bucket + SLOTS;
    for (int slot = SLOTS * bucket; slot < end; slot++) {
      if (slots[slot] == 0) {
        slots[slot] = fingerprint;
        return true;
      }
    }
    return false;
  }

  /** Fills an empty table of the same size with what was placed, and returns its payload. */
  byte[] fill(CuckooTable table) {
    Buckets buckets = table.buckets();
    int[] four = new int[SLOTS];
    for (int bucket = 0; bucket < bucketCount; bucket++) {
      System.arraycopy(slots, SLOTS * bucket, four, 0, SLOTS);
      buckets.store(bucket, four);
    }
    return table.countedPayload(stored);
  }
}
