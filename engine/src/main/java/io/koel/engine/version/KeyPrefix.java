package io.koel.engine.version;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A key's first eight bytes as a number, such that a key before another never has the larger number
 * (as signed numbers). Missing bytes count as 0, so equal numbers say nothing.
 */
public final class KeyPrefix {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private KeyPrefix() {}

  public static long of(byte[] key) {
    return of(key, 0, key.length);
  }

  /** The same for a key in a larger array. */
  public static long of(byte[] array, int offset, int length) {
    if (length >= Long.BYTES) {
      return (long) LONG.get(array, offset) ^ Long.MIN_VALUE;
    }
    long value = 0;
    for (int i = 0; i < length; i++) {
      value |= (array[offset + i] & 0xffL) << (Long.SIZE - Byte.SIZE * (i + 1));
    }
    return value ^ Long.MIN_VALUE;
  }
}
