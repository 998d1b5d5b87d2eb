package io.koel.filter;

import java.util.Arrays;
import java.util.Objects;

/**
 * The part that the builders of most families share: it collects the hashes of all keys, and the
 * family makes its block of them at the end, when their number is known.
 */
final class HashCollector implements FilterBuilder {

  private static final int FIRST_CAPACITY = 64;
  private static final int MAX_FIRST_CAPACITY = 1 << 20;

  /** What no array may be longer than on any common JVM. */
  private static final int MAX_CAPACITY = PayloadBytes.MAX_LENGTH;

  private static final byte[] NO_KEY = {};

  private final FilterFamily family;
  private final SpecPolicy.Payload payload;
  private final long hashSeed;
  private long[] hashes;
  private int count;
  private boolean finished;

  private byte[] lastKey = NO_KEY;
  private int lastKeyLength = -1;

  HashCollector(FilterContext context, FilterFamily family, SpecPolicy.Payload payload) {
    this.family = family;
    this.payload = payload;
    hashSeed = context.hashSeed();
    long hint = Math.min(context.expectedKeys(), MAX_FIRST_CAPACITY);
    hashes = new long[(int) Math.max(hint, FIRST_CAPACITY)];
  }

  @Override
  public void add(byte[] key, int offset, int length) {
    requireUnfinished();
    Objects.checkFromIndexSize(offset, length, key.length);
    if (length == lastKeyLength
        && Arrays.equals(key, offset, offset + length, lastKey, 0, lastKeyLength)) {
      return;
    }
    addHash(KeyHash.of(key, offset, length, hashSeed));
    if (lastKey.length < length) {
      lastKey = new byte[Math.max(length, 2 * lastKey.length)];
    }
    System.arraycopy(key, offset, lastKey, 0, length);
    lastKeyLength = length;
  }

  @Override
  public void addHash(long keyHash) {
    requireUnfinished();
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, grownCapacity(count));
    }
    hashes[count++] = keyHash;
  }

  /** Half as much again, but no more than an array can have. */
  static int grownCapacity(int capacity) {
    if (capacity >= MAX_CAPACITY) {
      throw new IllegalStateException("one filter cannot take more than " + capacity + " keys");
    }
    return (int) Math.min(capacity + (long) (capacity >> 1), MAX_CAPACITY);
  }

  @Override
  public FilterBlock finish() {
    requireUnfinished();
    finished = true;
    FilterBlock block =
        new FilterBlock(
            family.name(), family.version(), hashSeed, count, payload.of(hashes, count));
    hashes = null;
    return block;
  }

  private void requireUnfinished() {
    if (finished) {
      throw new IllegalStateException("the filter is finished already");
    }
  }
}
