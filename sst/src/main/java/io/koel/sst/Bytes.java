package io.koel.sst;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Numbers in byte arrays, and the order of keys. */
final class Bytes {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Bytes() {}

  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static int getUnsignedShort(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at) & 0xffff;
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static void putShort(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  /**
   * Up to eight bytes from {@code at} to {@code end} as a number that is ordered, signed, as the
   * bytes are ordered, unsigned. Missing bytes count as 0.
   */
  static long orderedPrefix(byte[] bytes, int at, int end) {
    if (end - at >= 8) {
      return (long) BIG_ENDIAN_LONG.get(bytes, at) ^ Long.MIN_VALUE;
    }
    long prefix = 0;
    for (int i = 0; i < end - at; i++) {
      prefix |= (bytes[at + i] & 0xffL) << 56 - 8 * i;
    }
    return prefix ^ Long.MIN_VALUE;
  }

  static int compare(byte[] a, int aAt, int aLength, byte[] b, int bAt, int bLength) {
    return Arrays.compareUnsigned(a, aAt, aAt + aLength, b, bAt, bAt + bLength);
  }

  static boolean equal(byte[] a, int aAt, byte[] b, int bAt, int length) {
    return Arrays.equals(a, aAt, aAt + length, b, bAt, bAt + length);
  }

  /** The length of the longest prefix that two ranges share. */
  static int sharedPrefix(byte[] a, int aAt, int aLength, byte[] b, int bAt, int bLength) {
    int mismatch = Arrays.mismatch(a, aAt, aAt + aLength, b, bAt, bAt + bLength);
    return mismatch < 0 ? aLength : mismatch;
  }

  static int crc(byte[] bytes, int at, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, at, length);
    return (int) crc.getValue();
  }
}
