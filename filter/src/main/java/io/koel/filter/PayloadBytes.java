package io.koel.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * Little-endian numbers in the bytes of a payload, which readers use in place, and the check by
 * which a family refuses bytes that it did not write.
 */
public final class PayloadBytes {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** What no array may be longer than on any common JVM, with some room for an envelope. */
  public static final int MAX_LENGTH = Integer.MAX_VALUE - 1024;

  private PayloadBytes() {}

  /**
   * The length of an array for a payload, or for a part of one.
   *
   * @throws IllegalStateException if no array is so long
   */
  public static int arrayLength(long length) {
    if (length > MAX_LENGTH) {
      throw new IllegalStateException(
          "one filter cannot take so many keys: it would be "
              + length
              + " bytes long, where "
              + MAX_LENGTH
              + " are possible");
    }
    return (int) length;
  }

  public static int getInt(byte[] bytes, int offset) {
    return (int) INT.get(bytes, offset);
  }

  public static void putInt(byte[] bytes, int offset, int value) {
    INT.set(bytes, offset, value);
  }

  public static long getLong(byte[] bytes, int offset) {
    return (long) LONG.get(bytes, offset);
  }

  public static void putLong(byte[] bytes, int offset, long value) {
    LONG.set(bytes, offset, value);
  }

  /** Copies the numbers from an offset on into {@code words}, which they fill from an index on. */
  public static void getLongs(byte[] bytes, int offset, long[] words, int from) {
    longs(bytes, offset).get(words, from, words.length - from);
  }

  /** The reverse of {@link #getLongs}. */
  public static void putLongs(byte[] bytes, int offset, long[] words, int from) {
    longs(bytes, offset).put(words, from, words.length - from);
  }

  private static LongBuffer longs(byte[] bytes, int offset) {
    return ByteBuffer.wrap(bytes, offset, bytes.length - offset)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer();
  }

  /**
   * Refuses the payload unless {@code right}.
   *
   * @param offset where in the payload the wrong bytes are
   * @param wrong what is wrong, a format for {@code details}
   */
  public static void check(
      boolean right, FilterBlock block, int offset, String wrong, Object... details)
      throws CorruptionException {
    if (!right) {
      throw new CorruptionException(
          block.family() + " payload at offset " + offset + ": " + String.format(wrong, details));
    }
  }
}
