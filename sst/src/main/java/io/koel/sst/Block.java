package io.koel.sst;

import io.koel.filter.CorruptionException;

/**
 * The entries of one data block, decompressed and found right. Immutable, shared between threads.
 *
 * <pre>
 * contents := entry{count} offset{count} fingerprint:u8{count} tail
 * entry    := shared:u8 rest:u8 stamp key-rest value                         shared is not 255
 *           | 255:u8 0:u8 shared:u24 rest:u24 stamp key-rest value
 * offset   := u16 or u32: where the entry begins, counted from the block's start
 * tail     := base-sequence:u64 count:u32 stamp-width:u8 restart-shift:u8 offset-width:u8 0:u8
 * </pre>
 *
 * Every 2^restart-shift entries there is a <em>restart</em>: an entry whose key is stored whole.
 * The key of any other entry is the first {@code shared} bytes of its restart's key and then its
 * own {@code rest} bytes. Because keys refer to their restart and not to their neighbour, every
 * entry can be read by itself, and a run of entries can be compared with a key without putting
 * theirs together.
 *
 * <p>The stamp, of stamp-width bytes, is {@code (sequence - base-sequence) * 2 + kind}. The value
 * takes the entry's remaining bytes, up to the next entry.
 *
 * <p>The fingerprint is the highest byte of the key's hash. A lookup compares all of a block's
 * fingerprints with its own, eight at once, and then looks at one entry as a rule; so it touches
 * few cache lines, and needs no search.
 */
final class Block {

  static final int TAIL_LENGTH = 16;
  static final int SHORT_HEAD = 2;
  static final int LONG_HEAD = 8;
  static final int LONG_MARK = 255;

  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  final byte[] bytes;
  final int start;
  final int entriesEnd;
  final int count;
  private final int fingerprintsAt;
  private final long baseSequence;
  private final int stampWidth;
  private final long stampMask;
  private final int restartShift;
  private final boolean wideOffsets;

  /**
   * Opens the block in {@code bytes[start, end)} and checks that every entry lies where it may.
   *
   * @throws CorruptionException with a message that does not name the block
   */
  Block(byte[] bytes, int start, int end) throws CorruptionException {
    int tail = end - TAIL_LENGTH;
    check(tail >= start, "the block is too short");
    this.bytes = bytes;
    this.start = start;
    baseSequence = Bytes.getLong(bytes, tail);
    count = Bytes.getInt(bytes, tail + 8);
    stampWidth = bytes[tail + 12];
    restartShift = bytes[tail + 13];
    int offsetWidth = bytes[tail + 14];
    check(count > 0 && count <= tail - start, "number of entries is " + count);
    check(stampWidth >= 1 && stampWidth <= Long.BYTES, "stamp width is " + stampWidth);
    check(restartShift >= 0 && restartShift <= 16, "restart shift is " + restartShift);
    check(offsetWidth == 2 || offsetWidth == 4, "offset width is " + offsetWidth);
    check(bytes[tail + 15] == 0, "the tail's last byte is not 0");
    check(
        baseSequence >= 0 && baseSequence <= EntryCursor.MAX_SEQUENCE,
        "base sequence is " + baseSequence);
    stampMask = -1L >>> Long.SIZE - Byte.SIZE * stampWidth;
    wideOffsets = offsetWidth == 4;
    fingerprintsAt = tail - count;
    long entriesEnd = fingerprintsAt - (long) offsetWidth * count;
    check(entriesEnd > start, "number of entries is " + count);
    this.entriesEnd = (int) entriesEnd;
    checkEntries();
  }

  private void checkEntries() throws CorruptionException {
    check(offset(0) == 0, "the first entry is not at the start");
    int restartMask = (1 << restartShift) - 1;
    int restartKeyLength = 0;
    int at = start;
    for (int i = 0; i < count; i++) {
      long end = i + 1 < count ? start + (offset(i + 1) & 0xffffffffL) : entriesEnd;
      check(end > at && end <= entriesEnd, "the entries' offsets are out of order");
      long head = head(at);
      int shared = shared(head);
      int rest = rest(head);
      int valueAt = keyAt(at, head) + rest;
      check(valueAt <= end, "a key is longer than its entry");
      int keyLength = shared + rest;
      check(keyLength <= TableFormat.MAX_KEY_LENGTH, "a key is too long");
      if ((i & restartMask) == 0) {
        check(shared == 0, "a restart has no whole key");
        restartKeyLength = keyLength;
      }
      check(shared <= restartKeyLength, "a key shares more than there is");
      long stamp = stamp(at, head);
      check(baseSequence + (stamp >>> 1) <= EntryCursor.MAX_SEQUENCE, "a sequence is out of range");
      check((stamp & 1) == EntryKind.PUT.code() || valueAt == end, "a tombstone has a value");
      at = (int) end;
    }
  }

  private static void check(boolean right, String wrong) throws CorruptionException {
    if (!right) {
      throw new CorruptionException(wrong);
    }
  }

  private int offset(int entry) {
    return wideOffsets
        ? Bytes.getInt(bytes, entriesEnd + 4 * entry)
        : Bytes.getUnsignedShort(bytes, entriesEnd + 2 * entry);
  }

  /** Where an entry begins in {@link #bytes}; of the one after the last, where the last ends. */
  int entryAt(int entry) {
    return entry < count ? start + offset(entry) : entriesEnd;
  }

  // An entry's head is read in one go; it never lies within the last eight bytes of the array,
  // because
  // the tail comes after it.

  long head(int entryAt) {
    return Bytes.getLong(bytes, entryAt);
  }

  /** How many bytes the entry's key has in common with its restart's. */
  static int shared(long head) {
    int shared = (int) head & 0xff;
    return shared != LONG_MARK ? shared : (int) (head >>> 16) & 0xffffff;
  }

  /** How many bytes of its key the entry has itself. */
  static int rest(long head) {
    return ((int) head & 0xff) != LONG_MARK ? (int) (head >>> 8) & 0xff : (int) (head >>> 40);
  }

  private static int headLength(long head) {
    return ((int) head & 0xff) != LONG_MARK ? SHORT_HEAD : LONG_HEAD;
  }

  /** Where the entry's own bytes of its key are. */
  int keyAt(int entryAt, long head) {
    return entryAt + headLength(head) + stampWidth;
  }

  private long stamp(int entryAt, long head) {
    return Bytes.getLong(bytes, entryAt + headLength(head)) & stampMask;
  }

  long sequence(int entryAt, long head) {
    return baseSequence + (stamp(entryAt, head) >>> 1);
  }

  EntryKind kind(int entryAt, long head) {
    return (stamp(entryAt, head) & 1) == 0 ? EntryKind.TOMBSTONE : EntryKind.PUT;
  }

  int restartShift() {
    return restartShift;
  }

  /** The last restart at or before an entry. */
  int restartOf(int entry) {
    return entry >>> restartShift << restartShift;
  }

  /**
   * The first entry of a user key, or -1.
   *
   * @param hash the key's, with the table's seed
   */
  int firstOf(byte[] key, long hash) {
    byte fingerprint = fingerprint(hash);
    long pattern = (fingerprint & 0xff) * LOW_BITS;
    for (int i = 0; i < count; i += Long.BYTES) {
      // Reads beyond the last fingerprint end in the tail.
      long difference = Bytes.getLong(bytes, fingerprintsAt + i) ^ pattern;
      for (long zeros = zeroBytes(difference); zeros != 0; zeros &= zeros - 1) {
        int entry = i + (Long.numberOfTrailingZeros(zeros) >>> 3);
        if (entry < count && hasKey(entry, key)) {
          return entry;
        }
      }
    }
    return -1;
  }

  /** The byte by which a key's entries are found. */
  static byte fingerprint(long hash) {
    return (byte) (hash >>> 56);
  }

  byte fingerprintOf(int entry) {
    return bytes[fingerprintsAt + entry];
  }

  /**
   * Has the high bit of every byte that is zero. Carries can mark a byte above a zero one too; the
   * lowest mark is always right, and the others are checked by comparing keys.
   */
  private static long zeroBytes(long x) {
    return x - LOW_BITS & ~x & HIGH_BITS;
  }

  /** Whether an entry has this user key. */
  boolean hasKey(int entry, byte[] key) {
    int at = start + offset(entry);
    long head = head(at);
    int shared = shared(head);
    int rest = rest(head);
    if (shared + rest != key.length || !Bytes.equal(bytes, keyAt(at, head), key, shared, rest)) {
      return false;
    }
    return shared == 0 || Bytes.equal(bytes, restartKeyAt(entry), key, 0, shared);
  }

  private int restartKeyAt(int entry) {
    int at = start + offset(restartOf(entry));
    return keyAt(at, head(at));
  }

  /** The first entry at or after (key, sequence) in internal order; {@link #count} if none is. */
  int lowerBound(byte[] key, int offset, int length, long sequence) {
    int low = 0;
    int high = (count - 1 >>> restartShift) + 1;
    // Invariant: restarts before low are before the target, those from high on are not.
    while (low < high) {
      int middle = low + high >>> 1;
      if (compareRestart(middle << restartShift, key, offset, length, sequence) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? 0 : scanFrom(low - 1 << restartShift, key, offset, length, sequence);
  }

  private int compareRestart(int entry, byte[] key, int offset, int length, long sequence) {
    int at = start + offset(entry);
    long head = head(at);
    int order = Bytes.compare(bytes, keyAt(at, head), rest(head), key, offset, length);
    return order != 0 ? order : Long.compare(sequence, sequence(at, head));
  }

  /**
   * Looks for the target among the entries that follow a restart, up to the next one.
   *
   * <p>REQUIRES: the restart is before the target.
   */
  private int scanFrom(int restart, byte[] key, int offset, int length, long sequence) {
    int restartAt = start + offset(restart);
    long restartHead = head(restartAt);
    int keyAt = keyAt(restartAt, restartHead);
    int match = Bytes.sharedPrefix(bytes, keyAt, rest(restartHead), key, offset, length);
    int end = Math.min(count, restart + (1 << restartShift));
    for (int entry = restart + 1; entry < end; entry++) {
      int at = start + offset(entry);
      long head = head(at);
      int shared = shared(head);
      // The entry leaves the restart's key before the target does, to a greater byte (or the other
      // way
      // round): the order is known without looking at the key.
      if (shared < match) {
        return entry;
      }
      if (shared == match) {
        int order =
            Bytes.compare(bytes, keyAt(at, head), rest(head), key, offset + match, length - match);
        if (order > 0 || order == 0 && sequence(at, head) <= sequence) {
          return entry;
        }
      }
    }
    return end;
  }

  /** Whether an entry's key leaves its restart's key right behind the bytes that it shares. */
  boolean sharesExactly(int entry) {
    int at = entryAt(entry);
    long head = head(at);
    int restart = restartOf(entry);
    int restartAt = entryAt(restart);
    int shared = shared(head);
    return entry == restart
        || rest(head) == 0
        || shared == rest(head(restartAt))
        || bytes[keyAt(at, head)] != bytes[restartKeyAt(entry) + shared];
  }

  /** The length of the contents. */
  int plainLength() {
    return fingerprintsAt + count + TAIL_LENGTH - start;
  }

  /** The memory that the block takes. */
  int sizeInBytes() {
    return bytes.length + 80;
  }
}
