package io.koel.filter.xor;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.PayloadBytes;

/**
 * Bits within a payload, and how many are set before each.
 *
 * <p>They are in groups of 256. A group is eight bytes of counts, little-endian, and 32 bytes with
 * the bits, bit i in byte i/8 at i mod 8 from the low end. The counts are, from the low end: in 32
 * bits how many bits are set in all groups before, and four times in 8 bits how many are set in the
 * group before its first, second, third and fourth 64 bits.
 */
final class RankedBits {

  private static final int GROUP_LOG = 8;
  private static final int COUNTS_LENGTH = 8;
  private static final int GROUP_LENGTH = COUNTS_LENGTH + (1 << GROUP_LOG) / 8;

  private RankedBits() {}

  static long sizeInBytes(int count) {
    return ((long) count + (1 << GROUP_LOG) - 1 >>> GROUP_LOG) * GROUP_LENGTH;
  }

  private static int groupAt(int offset, int index) {
    return offset + (index >>> GROUP_LOG) * GROUP_LENGTH;
  }

  private static int wordAt(int offset, int index) {
    return groupAt(offset, index) + COUNTS_LENGTH + (index >>> 3 & 0x18);
  }

  /** Sets a bit. {@link #count} must follow when all are set. */
  static void set(byte[] bytes, int offset, int index) {
    int at = wordAt(offset, index);
    PayloadBytes.putLong(bytes, at, PayloadBytes.getLong(bytes, at) | 1L << index);
  }

  /** Fills in the counts of {@code length} bits. */
  static void count(byte[] bytes, int offset, int length) {
    int set = 0;
    for (int index = 0; index < length; index += 1 << GROUP_LOG) {
      int group = groupAt(offset, index);
      PayloadBytes.putLong(bytes, group, counts(bytes, group, set));
      set += inGroup(bytes, group);
    }
  }

  private static long counts(byte[] bytes, int group, int setBefore) {
    long counts = setBefore;
    long inGroup = 0;
    for (int shift = 32; shift < 64; shift += 8) {
      counts |= inGroup << shift;
      inGroup += Long.bitCount(PayloadBytes.getLong(bytes, group + COUNTS_LENGTH + shift - 32));
    }
    return counts;
  }

  private static int inGroup(byte[] bytes, int group) {
    int set = 0;
    for (int at = group + COUNTS_LENGTH; at < group + GROUP_LENGTH; at += Long.BYTES) {
      set += Long.bitCount(PayloadBytes.getLong(bytes, at));
    }
    return set;
  }

  /** Checks the counts of {@code length} bits of which {@code expected} are set. */
  static void check(FilterBlock block, int offset, int length, int expected)
      throws CorruptionException {
    byte[] payload = block.payload();
    int set = 0;
    for (int index = 0; index < length; index += 1 << GROUP_LOG) {
      int group = groupAt(offset, index);
      long stored = PayloadBytes.getLong(payload, group);
      long counted = counts(payload, group, set);
      PayloadBytes.check(
          stored == counted, block, group, "counts are %x, where bits give %x", stored, counted);
      set += inGroup(payload, group);
    }
    PayloadBytes.check(
        set == expected, block, offset, "%d bits are set, where %d are expected", set, expected);
  }

  static boolean isSet(byte[] bytes, int offset, int index) {
    return (PayloadBytes.getLong(bytes, wordAt(offset, index)) >>> index & 1) != 0;
  }

  /** How many bits before this one are set. */
  static int rank(byte[] bytes, int offset, int index) {
    long counts = PayloadBytes.getLong(bytes, groupAt(offset, index));
    int inGroup = (int) (counts >>> 32 + (index >>> 3 & 0x18)) & 0xff;
    long before = PayloadBytes.getLong(bytes, wordAt(offset, index)) & (1L << index) - 1;
    return (int) counts + inGroup + Long.bitCount(before);
  }
}
