package io.koel.engine.batch;

import java.util.Arrays;

/**
 * How one entry is laid out in a batch, in the log and in a memtable.
 *
 * <pre>
 * bytes    field
 * 1        kind: the code of an EntryKind
 * 1 to 3   k, the key's length: unsigned LEB128
 * 1 to 4   v, the value's length: unsigned LEB128; 0 for a tombstone
 * k        key
 * v        value
 * </pre>
 *
 * The readers here trust the bytes: only {@link BatchReader#of} meets foreign ones, and checks
 * them.
 */
public final class EntryLayout {

  private EntryLayout() {}

  /** The length of an entry with a key and a value of these lengths. */
  static int size(int keyLength, int valueLength) {
    return 1 + varintSize(keyLength) + varintSize(valueLength) + keyLength + valueLength;
  }

  static int varintSize(int value) {
    // Seven bits a byte; a 0 takes one byte too.
    return (38 - Integer.numberOfLeadingZeros(value | 1)) / 7;
  }

  /** Writes a number and gives the offset after it. */
  static int putVarint(byte[] array, int at, int value) {
    while (value > 0x7f) {
      array[at++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    array[at++] = (byte) value;
    return at;
  }

  /** The code of an entry's kind. */
  public static byte kindCode(byte[] array, int entry) {
    return array[entry];
  }

  /** The length of an entry's key. */
  public static int keyLength(byte[] array, int entry) {
    int first = array[entry + 1];
    return first >= 0 ? first : varint(array, entry + 1);
  }

  /** The length of an entry's value. */
  public static int valueLength(byte[] array, int entry) {
    return varint(array, afterVarint(array, entry + 1));
  }

  /** Where an entry's key begins. Its value begins where the key ends. */
  public static int keyOffset(byte[] array, int entry) {
    return afterVarint(array, afterVarint(array, entry + 1));
  }

  /** Compares two ranges bytewise, unsigned. */
  public static int compareKeys(
      byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
    return Arrays.compareUnsigned(a, aOffset, aOffset + aLength, b, bOffset, bOffset + bLength);
  }

  static int varint(byte[] array, int at) {
    int value = array[at];
    if (value >= 0) {
      return value;
    }
    value &= 0x7f;
    for (int shift = 7; ; shift += 7) {
      int next = array[++at];
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static int afterVarint(byte[] array, int at) {
    while (array[at++] < 0) {}
    return at;
  }
}
