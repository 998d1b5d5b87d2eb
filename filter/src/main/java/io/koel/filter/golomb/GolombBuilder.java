package io.koel.filter.golomb;

import io.koel.filter.HashGroups;
import io.koel.filter.PayloadBytes;
import java.util.Arrays;

/** Builds Golomb-coded sets. */
final class GolombBuilder {

  /** More keys in a bucket save memory for its offset, 32 bits, and make a lookup longer. */
  private static final int KEYS_PER_BUCKET = 128;

  private final double rate;

  GolombBuilder(double rate) {
    this.rate = rate;
  }

  byte[] payload(long[] keyHashes, int count) {
    if (count == 0) {
      return new byte[0];
    }
    int buckets = Math.max(1, count / KEYS_PER_BUCKET);
    long span = span(count, buckets);
    GolombCode code = GolombCode.forProbability(GolombReader.rate(count, buckets, span));
    long[] hashes = HashGroups.mixedAndSorted(keyHashes, 0, count, GolombReader.SALT);

    // Each bucket's last byte may be partly unused.
    double gapBytes = code.maxBits(count, (double) buckets * span) / 8 + buckets;
    double maxLength = GolombReader.gapsOffset(buckets) + gapBytes + GolombCode.PADDING;
    byte[] payload = new byte[PayloadBytes.arrayLength((long) maxLength)];
    PayloadBytes.putInt(payload, 0, buckets);
    PayloadBytes.putLong(payload, 4, span);
    PayloadBytes.putLong(payload, 12, code.parameter());
    int gapsEnd = writeGaps(payload, hashes, buckets, span, code);
    return Arrays.copyOf(payload, gapsEnd + GolombCode.PADDING);
  }

  /** The fewest numbers per bucket that keep the rate. */
  private long span(int count, int buckets) {
    // What one key may add to the rate.
    double share = -Math.expm1(Math.log1p(-rate) / count);
    return (long) Math.ceil(1 / (share * buckets));
  }

  /** Writes buckets and their offsets; returns where the last one ends. */
  private static int writeGaps(
      byte[] payload, long[] hashes, int buckets, long span, GolombCode code) {
    long at = 8L * GolombReader.gapsOffset(buckets);
    int next = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      GolombReader.putBucketStart(payload, bucket, (int) (at >>> 3));
      long before = -1;
      while (next < hashes.length && GolombReader.bucket(hashes[next], buckets) == bucket) {
        long value = GolombReader.value(hashes[next++], buckets, span);
        if (value != before) {
          at = code.append(payload, at, value - before - 1);
          before = value;
        }
      }
      at = (at + 7) & -8;
    }
    int end = (int) (at >>> 3);
    GolombReader.putBucketStart(payload, buckets, end);
    return end;
  }
}
