package io.koel.engine;

import io.koel.filter.FingerprintFilter;
import java.util.Arrays;

/**
 * Counts keys by the fingerprint class that a filter sees in them, and compares the counts with the
 * filter's own. Protocol: {@code add* compare}.
 */
final class FingerprintClasses {

  private final FingerprintFilter filter;
  private long[] hashes = new long[1024];
  private int count;

  FingerprintClasses(FingerprintFilter filter) {
    this.filter = filter;
  }

  void add(long keyHash) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * count);
    }
    hashes[count++] = keyHash;
  }

  /** What is wrong with the filter, or null. */
  String compare() {
    if (filter.keyCount() != count) {
      return "the filter has " + filter.keyCount() + " keys, where " + count + " are alive";
    }
    long[] classes = new long[count];
    for (int i = 0; i < count; i++) {
      classes[i] = filter.fingerprintClass(hashes[i]);
    }
    Arrays.sort(classes);
    for (int i = 0; i < count; i++) {
      int copies = filter.copies(hashes[i]);
      int keys = occurrences(classes, filter.fingerprintClass(hashes[i]));
      if (copies != keys && copies != FingerprintFilter.UNCOUNTED) {
        return "the filter has " + copies + " copies of a fingerprint of " + keys + " living keys";
      }
    }
    return null;
  }

  private static int occurrences(long[] sorted, long value) {
    int at = Arrays.binarySearch(sorted, value);
    int from = at;
    while (from > 0 && sorted[from - 1] == value) {
      from--;
    }
    int to = at + 1;
    while (to < sorted.length && sorted[to] == value) {
      to++;
    }
    return to - from;
  }
}
