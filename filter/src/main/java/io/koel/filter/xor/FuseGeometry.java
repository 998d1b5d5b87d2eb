package io.koel.filter.xor;

/**
 * Slots in neighbouring segments: the table is cut into many short segments of equal length, and a
 * key has one slot in each of three (or four) consecutive ones. Peeling then starts at both ends of
 * the table and eats its way through, which succeeds with fewer slots per key than if the slots
 * were anywhere, and all slots of a key are near each other.
 *
 * <pre>
 * hash    := HashMix.mix(key hash, salt)
 * slot(0) := floor(floor(hash / 2) * 2 n 2^s / 2^64), for n segments of 2^s slots to start in
 * slot(i) := (slot(0) + i 2^s) xor (offset(i) mod 2^s)
 *            where offset(1) := floor(hash / 2^18), offset(2) := hash,
 *            offset(3) := floor((hash * 0xd6e8feb86659fd93 mod 2^64) / 2^46)
 * </pre>
 *
 * <p>Segment length and number of slots per key follow the fits to experiments in T. M. Graf and D.
 * Lemire, "Binary fuse filters: fast and smaller than xor filters", JEA 2022. For few keys the fits
 * are now and then too tight, such as around 11,500 keys, where implementations that do not grow
 * the table fail.
 */
final class FuseGeometry extends Geometry {

  static final int MIN_LENGTH_LOG = 2;
  static final int MAX_LENGTH_LOG = 18;
  private static final int OFFSET_BITS = 18;
  private static final long FOURTH_FACTOR = 0xd6e8feb86659fd93L;

  private final int arity;
  private final int segmentLength;
  private final int lengthLog;
  private final int startSegments;
  private final long twiceStarts;

  /**
   * REQUIRES: arity is 3 or 4, {@code lengthLog} within the constants here, {@code startSegments} 1
   * or more, and the number of slots is an int.
   */
  FuseGeometry(int arity, int lengthLog, int startSegments) {
    this.arity = arity;
    this.lengthLog = lengthLog;
    this.segmentLength = 1 << lengthLog;
    this.startSegments = startSegments;
    this.twiceStarts = 2L * startSegments << lengthLog;
  }

  static FuseGeometry forKeys(int arity, int keys) {
    double n = Math.max(2, keys);
    double log = Math.log(n);
    double lengthLog = arity == 3 ? log / Math.log(3.33) + 2.25 : log / Math.log(2.91) - 0.5;
    double slotsPerKey =
        arity == 3
            ? Math.max(1.125, 0.875 + 0.25 * Math.log(1_000_000) / log)
            : Math.max(1.075, 0.77 + 0.305 * Math.log(600_000) / log);
    int length = (int) Math.max(MIN_LENGTH_LOG, Math.min(lengthLog, MAX_LENGTH_LOG));
    double segments = Math.ceil(n * slotsPerKey / (1 << length));
    return checked(arity, length, (long) segments - (arity - 1));
  }

  private static FuseGeometry checked(int arity, int lengthLog, long startSegments) {
    long starts = Math.max(1, startSegments);
    long slots = starts + arity - 1 << lengthLog;
    if (slots > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException("more keys than a binary fuse filter can take");
    }
    return new FuseGeometry(arity, lengthLog, (int) starts);
  }

  static long slots(int arity, int lengthLog, int startSegments) {
    return (long) startSegments + arity - 1 << lengthLog;
  }

  @Override
  int arity() {
    return arity;
  }

  @Override
  int slots() {
    return (int) slots(arity, lengthLog, startSegments);
  }

  int lengthLog() {
    return lengthLog;
  }

  int startSegments() {
    return startSegments;
  }

  @Override
  int slot(long hash, int i) {
    int start = (int) Math.multiplyHigh(hash >>> 1, twiceStarts);
    return start + i * segmentLength ^ offset(hash, i) & segmentLength - 1;
  }

  /** Enough random bits for a place in a segment; none for slot 0, which the start itself is. */
  private static int offset(long hash, int i) {
    return switch (i) {
      case 0 -> 0;
      case 1 -> (int) (hash >>> OFFSET_BITS);
      case 2 -> (int) hash;
      default -> (int) (hash * FOURTH_FACTOR >>> 64 - OFFSET_BITS);
    };
  }

  @Override
  FuseGeometry grown() {
    return checked(arity, lengthLog, startSegments + 1L + startSegments / 32);
  }
}
