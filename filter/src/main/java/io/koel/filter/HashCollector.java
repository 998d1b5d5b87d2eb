package io.koel.filter;

import java.util.Arrays;
import java.util.Objects;

/**
 * The part that the builders of most families share: it collects the hashes of all keys, and the
 * family makes its block of them at the end, when their number is known.
 */
public abstract class HashCollector implements FilterBuilder {

  private static final int FIRST_CAPACITY = 64;
  private static final int MAX_FIRST_CAPACITY = 1 << 20;
  private static final byte[] NO_KEY = {};

  private final int hashSeed;
  private long[] hashes;
  private int count;
  private boolean finished;

  private byte[] lastKey = NO_KEY;
  private int lastKeyLength = -1;

  protected HashCollector(FilterContext context) {
    hashSeed = context.hashSeed();
    long hint = Math.min(context.expectedKeys(), MAX_FIRST_CAPACITY);
    hashes = new long[(int) Math.max(hint, FIRST_CAPACITY)];
  }

  @Override
  public final void add(byte[] key, int offset, int length) {
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
  public final void addHash(long keyHash) {
    requireUnfinished();
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.addExact(count, count >> 1));
    }
    hashes[count++] = keyHash;
  }

  @Override
  public final FilterBlock finish() {
    requireUnfinished();
    finished = true;
    FilterBlock block = build(hashes, count, hashSeed);
    hashes = null;
    return block;
  }

  /**
   * Makes the block of {@code hashes[0..count)}, one for each distinct key, in the order added. The
   * array is the callee's to change.
   */
  protected abstract FilterBlock build(long[] hashes, int count, int hashSeed);

  /**
   * Sorts the first {@code count} hashes and drops repeated ones, for families that solve equations
   * over them, where a repeated hash would be a contradiction.
   *
   * @return how many are left
   */
  protected static int sortDistinct(long[] hashes, int count) {
    Arrays.sort(hashes, 0, count);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || hashes[i] != hashes[i - 1]) {
        hashes[distinct++] = hashes[i];
      }
    }
    return distinct;
  }

  private void requireUnfinished() {
    if (finished) {
      throw new IllegalStateException("the filter is finished already");
    }
  }
}
