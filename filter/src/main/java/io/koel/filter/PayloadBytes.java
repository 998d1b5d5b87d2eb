package io.koel.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

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
