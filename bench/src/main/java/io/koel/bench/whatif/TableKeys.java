package io.koel.bench.whatif;

import java.util.Arrays;

/**
 * The keys of one stored table, as hashes, and what is known of it.
 *
 * @param level 0 or more
 * @param smallest its first key
 * @param largest its last key
 * @param hashes of its distinct keys, ascending
 * @param filterBytes size of the filter that it has now
 */
record TableKeys(int level, byte[] smallest, byte[] largest, long[] hashes, long filterBytes) {

  boolean covers(byte[] key) {
    return Arrays.compareUnsigned(smallest, key) <= 0 && Arrays.compareUnsigned(key, largest) <= 0;
  }

  boolean contains(long hash) {
    return Arrays.binarySearch(hashes, hash) >= 0;
  }
}
