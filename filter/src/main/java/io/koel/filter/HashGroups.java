package io.koel.filter;

import java.util.Arrays;

/**
 * Key hashes mixed with a salt and brought into an order, at a fraction of the time of a sort by
 * comparison. Builders that visit keys in the order of their places find memory in the cache.
 */
public final class HashGroups {

  private static final int MAX_GROUPS_LOG = 20;

  /** So many hashes, and counters for them, are in the nearest cache while they are sorted. */
  private static final int SORTED_GROUP_LOG = 8;

  private static final int DIGIT_BITS = 8;

  private HashGroups() {}

  /**
   * The mixed hashes of {@code hashes[from..to)}, so that those with equal upper bits stand
   * together and groups follow each other in unsigned order.
   *
   * @param groupLog logarithm of about how many hashes are in a group
   */
  public static long[] mixed(long[] hashes, int from, int to, long salt, int groupLog) {
    long[] grouped = new long[to - from];
    group(hashes, from, to, salt, grouped, shift(grouped.length, groupLog));
    return grouped;
  }

  /** The highest of the bits that are the same for all groups of about this size. */
  private static int shift(int count, int groupLog) {
    int log = 32 - Integer.numberOfLeadingZeros(count) - groupLog;
    return 63 - Math.max(0, Math.min(log, MAX_GROUPS_LOG));
  }

  /** Fills {@code grouped}, and says where each group ends. */
  private static int[] group(
      long[] hashes, int from, int to, long salt, long[] grouped, int shift) {
    int[] next = new int[(1 << 63 - shift) + 1];
    for (int i = from; i < to; i++) {
      next[group(HashMix.mix(hashes[i], salt), shift) + 1]++;
    }
    for (int i = 1; i < next.length; i++) {
      next[i] += next[i - 1];
    }
    for (int i = from; i < to; i++) {
      long hash = HashMix.mix(hashes[i], salt);
      grouped[next[group(hash, shift)]++] = hash;
    }
    return next;
  }

  /** The group is the upper {@code 63 - shift} bits; two shifts, as one by 64 would do nothing. */
  private static int group(long hash, int shift) {
    return (int) (hash >>> 1 >>> shift);
  }

  /** The mixed hashes of {@code hashes[from..to)} in unsigned order. */
  public static long[] mixedAndSorted(long[] hashes, int from, int to, long salt) {
    long[] sorted = new long[to - from];
    int shift = shift(sorted.length, SORTED_GROUP_LOG);
    int[] ends = group(hashes, from, to, salt, sorted, shift);
    long[] copy = new long[2 << SORTED_GROUP_LOG];
    int[] next = new int[(1 << DIGIT_BITS) + 1];
    int begin = 0;
    for (int group = 0; group < ends.length - 1; group++) {
      int count = ends[group] - begin;
      copy = copy.length < count ? new long[count] : copy;
      System.arraycopy(sorted, begin, copy, 0, count);
      distribute(copy, count, sorted, begin, shift + 1 - DIGIT_BITS, next);
      begin = ends[group];
    }
    sortNeighbours(sorted);
    return sorted;
  }

  /** Orders hashes by the digit from bit {@code shift} on. */
  private static void distribute(
      long[] hashes, int count, long[] ordered, int offset, int shift, int[] next) {
    int mask = (1 << DIGIT_BITS) - 1;
    Arrays.fill(next, 0);
    for (int i = 0; i < count; i++) {
      next[((int) (hashes[i] >>> shift) & mask) + 1]++;
    }
    next[0] = offset;
    for (int i = 1; i < next.length; i++) {
      next[i] += next[i - 1];
    }
    for (int i = 0; i < count; i++) {
      ordered[next[(int) (hashes[i] >>> shift) & mask]++] = hashes[i];
    }
  }

  /** Sorts by insertion what is nearly sorted. (Equal hashes may be many; they cost nothing.) */
  private static void sortNeighbours(long[] hashes) {
    for (int i = 1; i < hashes.length; i++) {
      long hash = hashes[i];
      int at = i;
      while (at > 0 && Long.compareUnsigned(hashes[at - 1], hash) > 0) {
        hashes[at] = hashes[at - 1];
        at--;
      }
      hashes[at] = hash;
    }
  }
}
