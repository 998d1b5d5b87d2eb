package io.koel.sst;

import io.koel.filter.CorruptionException;
import java.util.Arrays;

/**
 * The separators of a table's blocks, in internal order, and the search among them.
 *
 * <p>Long keys that share nearly all take few bytes in the index and would take gigabytes if each
 * were put together. So some separators are kept <em>whole</em>, and of the others only the bytes
 * that follow what they share with the one before. A separator is whole as soon as those behind the
 * last whole one, itself included, have together, with {@value #ALLOWANCE} for each of them, as
 * many bytes of their own as it is long. From this follows:
 *
 * <ul>
 *   <li>What is in memory is at most a small multiple of the index's bytes on disk.
 *   <li>Keys of up to {@value #ALLOWANCE} bytes are all whole.
 *   <li>Between two whole ones there are at most as many others as a key has bytes, divided by
 *       {@value #ALLOWANCE}; those are compared with a key without being put together.
 * </ul>
 *
 * <p>A search begins with a binary search over a plain {@code long[]}: the eight bytes of each
 * separator that come after what all separators share. Keys themselves are compared for the few
 * separators whose eight bytes are equal.
 */
final class Separators {

  private static final int ALLOWANCE = 128;

  /** A little less than the longest array. */
  private static final int MAX_BYTES = Integer.MAX_VALUE - 64;

  private final int count;

  /** Each separator's own bytes, one after the other, and where they begin. */
  private final byte[] keys;

  private final int[] starts;

  /** Null if all are 0. */
  private final long[] sequences;

  /** How many bytes each has in common with the one before; 0 if it is whole. Null if all are. */
  private final int[] shareds;

  /** The numbers of the whole ones; null if all are. */
  private final int[] wholes;

  private final int commonLength;
  private final long[] prefixes;

  private Separators(Builder from) {
    count = from.count;
    keys = from.keys.toByteArray();
    starts = from.starts;
    sequences = from.anySequence ? from.sequences : null;
    boolean allWhole = from.wholeCount == count;
    shareds = allWhole ? null : from.shareds;
    wholes = allWhole ? null : wholes(from);
    commonLength = from.commonLength;
    prefixes = new long[count];
    for (int i = 0; i < count; i++) {
      prefixes[i] = prefix(i);
    }
  }

  private static int[] wholes(Builder from) {
    int[] wholes = new int[from.wholeCount];
    int found = 0;
    for (int i = 0; i < from.count; i++) {
      if (from.shareds[i] == 0) {
        wholes[found++] = i;
      }
    }
    return wholes;
  }

  /** The eight bytes behind the common ones; the first of them may be those of the one before. */
  private long prefix(int number) {
    int start = starts[number];
    int end = starts[number + 1];
    if (shareds == null || shareds[number] == 0) {
      return Bytes.orderedPrefix(keys, start + commonLength, end);
    }
    int known = shareds[number] - commonLength;
    long before = prefixes[number - 1];
    if (known >= Long.BYTES) {
      return before;
    }
    long mask = known == 0 ? 0 : -1L << Long.SIZE - Byte.SIZE * known;
    long own = Bytes.orderedPrefix(keys, start, end) ^ Long.MIN_VALUE;
    return ((before ^ Long.MIN_VALUE) & mask | own >>> Byte.SIZE * known) ^ Long.MIN_VALUE;
  }

  /** The first separator that is not before (key, sequence) in internal order; else their count. */
  int find(byte[] key, int offset, int length, long sequence) {
    int common = commonLength;
    int shared = Bytes.sharedPrefix(keys, 0, common, key, offset, length);
    if (shared < common) {
      boolean before = shared == length || compareByte(keys[shared], key[offset + shared]) > 0;
      return before ? 0 : count;
    }
    long prefix = Bytes.orderedPrefix(key, offset + common, offset + length);
    int low = lowerBound(prefix);
    if (low == count || prefixes[low] != prefix) {
      return low;
    }
    int high = prefix == Long.MAX_VALUE ? count : lowerBound(prefix + 1);
    if (wholes != null) {
      return findAmongShared(low, high, key, offset, length, sequence);
    }
    while (low < high) {
      int middle = low + high >>> 1;
      if (compareWhole(middle, key, offset, length, sequence) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int compareByte(byte a, byte b) {
    return Integer.compare(a & 0xff, b & 0xff);
  }

  /** The first one whose prefix is not below; written so that it compiles without branches. */
  private int lowerBound(long prefix) {
    int low = 0;
    for (int n = count; n > 0; ) {
      int half = n + 1 >>> 1;
      low = prefixes[low + half - 1] < prefix ? low + half : low;
      n -= half;
    }
    return low;
  }

  private int compareWhole(int number, byte[] key, int offset, int length, long sequence) {
    int start = starts[number];
    int order = Bytes.compare(keys, start, starts[number + 1] - start, key, offset, length);
    return order != 0 ? order : Long.compare(sequence, sequence(number));
  }

  private long sequence(int number) {
    return sequences == null ? 0 : sequences[number];
  }

  /**
   * Finds the target where not all separators are whole.
   *
   * <p>REQUIRES: low &lt; high; separators before low are before the target, those from high on are
   * not.
   */
  private int findAmongShared(
      int low, int high, byte[] key, int offset, int length, long sequence) {
    int from = lastWholeUpTo(low);
    int to = lastWholeUpTo(high - 1) + 1;
    // Invariant: the answer is at or behind the whole one of from, and not behind that of to.
    while (to - from > 1) {
      int middle = from + to >>> 1;
      if (compareWhole(wholes[middle], key, offset, length, sequence) < 0) {
        from = middle;
      } else {
        to = middle;
      }
    }
    int end = to < wholes.length ? wholes[to] : count;
    return scan(wholes[from], end, key, offset, length, sequence);
  }

  private int lastWholeUpTo(int number) {
    int at = Arrays.binarySearch(wholes, number);
    return at >= 0 ? at : -at - 2;
  }

  /** The first one from a whole one on, and before {@code end}, that is not before the target. */
  private int scan(int whole, int end, byte[] key, int offset, int length, long sequence) {
    // How many bytes the target has in common with the separator before, which is before it.
    int match = 0;
    for (int i = whole; i < end; i++) {
      if (shareds[i] < match) {
        // It leaves the one before earlier than the target does, and to a greater byte.
        return i;
      }
      if (shareds[i] == match) {
        int start = starts[i];
        int rest = starts[i + 1] - start;
        int more = Bytes.sharedPrefix(keys, start, rest, key, offset + match, length - match);
        match += more;
        boolean before =
            more < rest
                ? match < length && compareByte(keys[start + more], key[offset + match]) < 0
                : match < length || sequence(i) > sequence;
        if (!before) {
          return i;
        }
      }
    }
    return end;
  }

  /** The memory that the separators take. */
  long sizeInBytes() {
    long perSeparator =
        Integer.BYTES
            + Long.BYTES
            + (sequences == null ? 0 : Long.BYTES)
            + (shareds == null ? 0 : Integer.BYTES);
    long wholeNumbers = wholes == null ? 0 : (long) Integer.BYTES * wholes.length;
    return 120 + perSeparator * count + wholeNumbers + keys.length;
  }

  /** Gathers separators as an index has them: {@code read+ build}. */
  static final class Builder {

    private final int[] starts;
    private final int[] shareds;
    private final long[] sequences;
    private final ByteWriter keys;
    private boolean anySequence;
    private int count;
    private int wholeCount;
    private int commonLength;

    /** The separator that was read last, put together. */
    private byte[] last = new byte[64];

    private int lastLength;

    /** How long a separator may be to be whole. */
    private long allowed;

    Builder(int expected) {
      starts = new int[expected + 1];
      shareds = new int[expected];
      sequences = new long[expected];
      keys = new ByteWriter(4 * Math.min(expected, 1 << 20));
    }

    /** Reads the next one: {@code shared:varint rest:varint key-rest sequence:varint}. */
    void read(ByteReader in) throws CorruptionException {
      int stated = (int) in.varint(lastLength);
      int rest = (int) in.varint(Math.min(in.remaining(), TableFormat.MAX_KEY_LENGTH - stated));
      int length = stated + rest;
      // Whoever wrote this may have shared less than there is to share.
      int shared = stated + in.sharedPrefix(rest, last, stated, lastLength - stated);
      int next = shared < lastLength ? last[shared] & 0xff : -1;
      int lengthBefore = lastLength;
      set(in, stated, length);
      long sequence = in.varint(EntryCursor.MAX_SEQUENCE);
      boolean ordered =
          shared < length
              ? (last[shared] & 0xff) > next
              : shared == lengthBefore && sequence < sequences[Math.max(count - 1, 0)];
      if (count > 0 && !ordered) {
        throw in.corrupt(
            "the separators of blocks " + (count - 1) + " and " + count + " are out of order");
      }
      if (keys.length() > MAX_BYTES - length) {
        throw in.corrupt("the separators take more than " + MAX_BYTES + " bytes");
      }
      keep(shared, length, rest, sequence);
    }

    private void set(ByteReader in, int shared, int length) throws CorruptionException {
      if (last.length < length) {
        last = Arrays.copyOf(last, Math.max(length, 2 * last.length));
      }
      in.copy(last, shared, length - shared);
      lastLength = length;
    }

    private void keep(int shared, int length, int rest, long sequence) {
      commonLength = count == 0 ? length : Math.min(commonLength, shared);
      allowed += ALLOWANCE + rest;
      if (length <= allowed) {
        keys.put(last, 0, length);
        wholeCount++;
        allowed = 0;
      } else {
        keys.put(last, shared, length - shared);
        shareds[count] = shared;
      }
      sequences[count] = sequence;
      anySequence |= sequence != 0;
      count++;
      starts[count] = keys.length();
    }

    /** The separators. REQUIRES: as many were read as were expected, and one at least. */
    Separators build() {
      return new Separators(this);
    }
  }
}
