package io.koel.bench.whatif;

import io.koel.bench.workload.WorkProgress;
import io.koel.filter.KeyHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Takes in the keys of tables: {@code (add* endTable)*}, the tables in the order in which a lookup
 * asks them. Keeps hashes of all keys and a random sample of the keys themselves.
 */
final class KeyCollector {

  static final long HASH_SEED = 0;
  private static final int REPORT_EVERY = 1 << 14;

  private final List<TableKeys> tables = new ArrayList<>();
  private final byte[][] sample;
  private final SplittableRandom random;
  private final WorkProgress progress;
  private long seen;
  private long[] hashes = new long[1024];
  private int count;
  private byte[] first;
  private byte[] last;

  KeyCollector(int sampleSize, long seed, WorkProgress progress) {
    this.sample = new byte[sampleSize][];
    this.random = new SplittableRandom(seed);
    this.progress = progress;
  }

  /** Adds a table's next key, in key order; equal neighbours count once. */
  void add(byte[] key) {
    if (last != null && Arrays.equals(last, key)) {
      return;
    }
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, count * 2);
    }
    hashes[count++] = KeyHash.of(key, HASH_SEED);
    first = first == null ? key : first;
    last = key;
    // Reservoir sampling: each key seen so far is in the sample with the same chance.
    long slot = seen < sample.length ? seen : random.nextLong(seen + 1);
    if (slot < sample.length) {
      sample[(int) slot] = key;
    }
    if (++seen % REPORT_EVERY == 0) {
      progress.advance(REPORT_EVERY);
    }
  }

  void endTable(int level, long filterBytes) {
    if (count > 0) {
      long[] sorted = Arrays.copyOf(hashes, count);
      Arrays.sort(sorted);
      tables.add(new TableKeys(level, first, last, sorted, filterBytes));
    }
    count = 0;
    first = null;
    last = null;
  }

  List<TableKeys> tables() {
    return tables;
  }

  List<byte[]> sample() {
    return Arrays.asList(sample).subList(0, (int) Math.min(seen, sample.length));
  }
}
