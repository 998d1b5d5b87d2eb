package io.koel.filter.golomb;

import io.koel.filter.CorruptionException;
import io.koel.filter.EmptyReader;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterReader;
import io.koel.filter.HashMix;
import io.koel.filter.PayloadBytes;

/**
 * A Golomb-coded set over the bytes of its payload. A filter without keys has an empty payload;
 * else
 *
 * <pre>
 * offset    bytes   field (numbers are little-endian)
 *  0        4       b, number of buckets, 1 or more
 *  4        8       s, how many numbers a bucket spans, 1 to 2^44
 * 12        8       parameter of the code, 1 to 2^40
 * 20        4(b+1)  where in the payload each bucket's gaps begin, and where the last one's end
 * 24+4b     g       the gaps between each bucket's numbers as in {@link GolombCode}, each bucket from
 *                   a new byte on
 * 24+4b+g   16      zeros
 * </pre>
 *
 * A key's mixed hash, as a fraction of 2^64, times b gives its bucket; what is behind the point,
 * times s, its number in the bucket:
 *
 * <pre>
 * mixed  := HashMix.mix(key hash, 0x676f6c6f6d62), with its lowest bit taken as 0
 * bucket := floor(mixed * b / 2^64)
 * number := floor(rest * s / 2^64), where rest is mixed * b mod 2^64 with its lowest bit taken as 0
 * </pre>
 */
final class GolombReader implements FilterReader {

  static final long SALT = 0x676f6c6f6d62L;
  private static final int STARTS_OFFSET = 20;
  private static final long MAX_SPAN = 1L << 44;

  private final byte[] payload;
  private final int buckets;
  private final long span;
  private final GolombCode code;
  private final long keyCount;

  private GolombReader(FilterBlock block, int buckets, long span, GolombCode code) {
    this.payload = block.payload();
    this.buckets = buckets;
    this.span = span;
    this.code = code;
    this.keyCount = block.keyCount();
  }

  static FilterReader open(FilterBlock block) throws CorruptionException {
    byte[] payload = block.payload();
    if (payload.length == 0) {
      return EmptyReader.open(block);
    }
    PayloadBytes.check(
        payload.length > gapsOffset(1), block, 0, "%d bytes are too few", payload.length);
    int buckets = PayloadBytes.getInt(payload, 0);
    long span = PayloadBytes.getLong(payload, 4);
    long parameter = PayloadBytes.getLong(payload, 12);
    PayloadBytes.check(
        buckets >= 1 && buckets < payload.length / Integer.BYTES,
        block,
        0,
        "number of buckets is %d",
        buckets);
    PayloadBytes.check(span >= 1 && span <= MAX_SPAN, block, 4, "span of a bucket is %d", span);
    PayloadBytes.check(
        parameter >= 1 && parameter <= GolombCode.MAX_PARAMETER,
        block,
        12,
        "parameter of the code is %d",
        parameter);
    checkStarts(block, buckets);
    return new GolombReader(block, buckets, span, new GolombCode(parameter));
  }

  private static void checkStarts(FilterBlock block, int buckets) throws CorruptionException {
    int length = block.payload().length;
    int least = gapsOffset(buckets);
    for (int bucket = 0; bucket <= buckets; bucket++) {
      int start = bucketStart(block.payload(), bucket);
      PayloadBytes.check(
          start >= least && start <= length - GolombCode.PADDING,
          block,
          STARTS_OFFSET + Integer.BYTES * bucket,
          "start %d is not within %d..%d",
          start,
          least,
          length - GolombCode.PADDING);
      least = start;
    }
    PayloadBytes.check(
        least == length - GolombCode.PADDING, block, least, "the payload does not end here");
  }

  static int gapsOffset(int buckets) {
    return STARTS_OFFSET + Integer.BYTES * (buckets + 1);
  }

  private static int bucketStart(byte[] payload, int bucket) {
    return PayloadBytes.getInt(payload, STARTS_OFFSET + Integer.BYTES * bucket);
  }

  static void putBucketStart(byte[] payload, int bucket, int start) {
    PayloadBytes.putInt(payload, STARTS_OFFSET + Integer.BYTES * bucket, start);
  }

  static int bucket(long hash, int buckets) {
    return (int) fraction(hash, buckets);
  }

  /**
   * The hash's lowest bit is left out, as it is in {@link #bucket}: its number is never too small.
   */
  static long value(long hash, int buckets, long span) {
    return fraction((hash & -2) * buckets, span);
  }

  /** {@code whole * hash / 2^64} for a hash whose lowest bit does not count. */
  private static long fraction(long hash, long whole) {
    return Math.multiplyHigh(hash >>> 1, 2 * whole);
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    long hash = HashMix.mix(keyHash, SALT);
    int bucket = bucket(hash, buckets);
    long from = 8L * bucketStart(payload, bucket);
    long to = 8L * bucketStart(payload, bucket + 1);
    return code.contains(payload, from, to, value(hash, buckets, span));
  }

  @Override
  public long keyCount() {
    return keyCount;
  }

  @Override
  public long sizeInBytes() {
    return payload.length;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return rate(keyCount, buckets, span);
  }

  /** The probability that one of the keys has the number of an absent one. */
  static double rate(long keys, int buckets, long span) {
    double numbers = (double) buckets * span;
    return numbers <= 1 ? Math.min(keys, 1) : -Math.expm1(keys * Math.log1p(-1 / numbers));
  }
}
