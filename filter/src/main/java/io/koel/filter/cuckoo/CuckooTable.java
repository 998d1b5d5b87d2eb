package io.koel.filter.cuckoo;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.HashMix;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A payload and the way to ask it. It owns the layout that {@link CuckooFamily} specifies; nobody
 * else knows an offset.
 */
final class CuckooTable {

  static final int MAX_SALT = 0xffff;

  private static final int SALT_OFFSET = 4;
  private static final int BITS_OFFSET = 6;
  private static final int STORED_OFFSET = 8;
  private static final int PINNED_OFFSET = 16;
  private static final int HEADER_LENGTH = 20;

  private final BucketLayout layout;
  private final byte[] payload;
  private final int bits;
  private final int bucketCount;
  private final int salt;
  private final long[] pinned;
  private final Buckets buckets;

  private CuckooTable(BucketLayout layout, byte[] payload, long[] pinned) {
    ByteBuffer in = littleEndian(payload);
    this.layout = layout;
    this.payload = payload;
    this.pinned = pinned;
    bucketCount = in.getInt(0);
    salt = in.getShort(SALT_OFFSET) & 0xffff;
    bits = in.get(BITS_OFFSET);
    buckets = layout.over(payload, HEADER_LENGTH, bits);
  }

  /**
   * A table with empty buckets, for which {@link #countedPayload} is to be called once they are
   * filled.
   *
   * <p>REQUIRES: {@code bucketCount} is even, at least 2 and at most {@link #maxBuckets}; {@code
   * pinned} is sorted.
   */
  static CuckooTable empty(
      BucketLayout layout, int bits, int bucketCount, int salt, long... pinned) {
    int bucketsEnd = bucketsEnd(layout, bits, bucketCount);
    byte[] payload = new byte[Math.addExact(bucketsEnd, Math.multiplyExact(8, pinned.length))];
    ByteBuffer out = littleEndian(payload);
    out.putInt(bucketCount).putShort((short) salt).put((byte) bits);
    out.putInt(PINNED_OFFSET, pinned.length);
    out.position(bucketsEnd);
    for (long fingerprintClass : pinned) {
      out.putLong(fingerprintClass);
    }
    return new CuckooTable(layout, payload, pinned);
  }

  /**
   * The table in a block's payload, which it shares.
   *
   * @throws CorruptionException if the payload is not laid out as it should be
   */
  static CuckooTable open(BucketLayout layout, FilterBlock block) throws CorruptionException {
    byte[] payload = block.payload();
    check(payload.length >= HEADER_LENGTH, 0, "%d bytes are too few", payload.length);
    ByteBuffer in = littleEndian(payload);
    int bits = in.get(BITS_OFFSET);
    int count = in.getInt(0);
    checkGeometry(layout, bits, count);
    check(in.get(BITS_OFFSET + 1) == 0, BITS_OFFSET + 1, "a reserved byte is not 0");
    int bucketsEnd = bucketsEnd(layout, bits, count);
    long pinnedCount = in.getInt(PINNED_OFFSET) & 0xffffffffL;
    check(
        bucketsEnd + 8 * pinnedCount == payload.length,
        PINNED_OFFSET,
        "%d buckets of %d bits and %d pinned classes do not give %d bytes",
        count,
        layout.bucketBits(bits),
        pinnedCount,
        payload.length);
    for (int at = bucketsEnd - Buckets.PADDING; at < bucketsEnd; at++) {
      check(payload[at] == 0, at, "padding is not 0");
    }
    long stored = in.getLong(STORED_OFFSET);
    boolean possible = stored >= 0 && stored <= (long) CuckooGeometry.SLOTS * count;
    // A pinned class has one copy for any number of keys, none when all of them were removed.
    boolean isRightCount =
        pinnedCount == 0 ? stored == block.keyCount() : stored - pinnedCount <= block.keyCount();
    check(
        possible && isRightCount,
        STORED_OFFSET,
        "%d fingerprints of %d keys in %d buckets",
        stored,
        block.keyCount(),
        count);
    long[] pinned = readPinned(in, bucketsEnd, (int) pinnedCount, bits, count);
    return new CuckooTable(layout, payload, pinned);
  }

  private static void checkGeometry(BucketLayout layout, int bits, int count)
      throws CorruptionException {
    check(
        bits >= layout.minBits() && bits <= BucketLayout.MAX_BITS,
        BITS_OFFSET,
        "fingerprints of %d bits",
        bits);
    check(
        count >= 2 && (count & 1) == 0 && count <= maxBuckets(layout, bits),
        0,
        "%d buckets",
        count);
  }

  private static long[] readPinned(ByteBuffer in, int offset, int count, int bits, int buckets)
      throws CorruptionException {
    long[] pinned = new long[count];
    for (int i = 0; i < count; i++) {
      int at = offset + 8 * i;
      long number = in.getLong(at);
      long fingerprint = number & 0xffffffffL;
      long bucket = number >>> 32;
      check(
          fingerprint >= 1
              && fingerprint >>> bits == 0
              && bucket < buckets
              && CuckooGeometry.fingerprintClass((int) bucket, (int) fingerprint, buckets) == number
              && (i == 0 || number > pinned[i - 1]),
          at,
          "pinned class %016x",
          number);
      pinned[i] = number;
    }
    return pinned;
  }

  /** The most buckets that a payload has room for, and an array with a number for each slot. */
  static int maxBuckets(BucketLayout layout, int bits) {
    long bytes = Integer.MAX_VALUE - 64 - HEADER_LENGTH - Buckets.PADDING;
    long forSlots = Integer.MAX_VALUE / CuckooGeometry.SLOTS - 64;
    return (int) Math.min(bytes * 8 / layout.bucketBits(bits), forSlots) & ~1;
  }

  private static int bucketsEnd(BucketLayout layout, int bits, int bucketCount) {
    long bucketBytes = ((long) bucketCount * layout.bucketBits(bits) + 7) / 8;
    return Math.toIntExact(HEADER_LENGTH + bucketBytes + Buckets.PADDING);
  }

  /** A table with the same content and a payload of its own. */
  CuckooTable copy() {
    return new CuckooTable(layout, payload.clone(), pinned);
  }

  /** The payload itself, after the number of stored fingerprints was put into it. */
  byte[] countedPayload(long stored) {
    littleEndian(payload).putLong(STORED_OFFSET, stored);
    return payload;
  }

  /**
   * Checks that the buckets have as many fingerprints as the payload says. A lookup needs no such
   * certainty, but a filter that is changed by wrong numbers would be stored again as a right one.
   */
  void checkStored() throws CorruptionException {
    long found = 0;
    int[] four = new int[CuckooGeometry.SLOTS];
    for (int bucket = 0; bucket < bucketCount; bucket++) {
      buckets.load(bucket, four);
      for (int fingerprint : four) {
        found += fingerprint == 0 ? 0 : 1;
      }
    }
    check(
        found == stored(), HEADER_LENGTH, "%d fingerprints, where %d were stored", found, stored());
  }

  boolean mightContainHash(long keyHash) {
    long mixed = mix(keyHash);
    int first = CuckooGeometry.bucket(mixed, bucketCount);
    int fingerprint = CuckooGeometry.fingerprint(mixed, bits);
    int second = CuckooGeometry.alternate(first, fingerprint, bucketCount);
    return buckets.mightContain(first, second, fingerprint);
  }

  long mix(long keyHash) {
    return HashMix.mix(keyHash, salt);
  }

  /** Whether so many keys had the class that it has one fingerprint for all of them, for ever. */
  boolean isPinned(long fingerprintClass) {
    return pinned.length > 0 && Arrays.binarySearch(pinned, fingerprintClass) >= 0;
  }

  Buckets buckets() {
    return buckets;
  }

  int bucketCount() {
    return bucketCount;
  }

  int bits() {
    return bits;
  }

  /** The number of stored fingerprints when the table was opened. */
  long stored() {
    return littleEndian(payload).getLong(STORED_OFFSET);
  }

  long sizeInBytes() {
    return payload.length;
  }

  private static ByteBuffer littleEndian(byte[] payload) {
    return ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void check(boolean right, int offset, String wrong, Object... details)
      throws CorruptionException {
    if (!right) {
      throw new CorruptionException(
          "cuckoo filter at payload offset " + offset + ": " + String.format(wrong, details));
    }
  }
}
