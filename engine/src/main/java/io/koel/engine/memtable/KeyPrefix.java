package io.koel.engine.memtable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes of a key as a number that compares, signed, as the bytes do, unsigned. Where two are
 * different, no key needs to be looked at. Where they are equal, the keys decide: a key that ends
 * early is filled up with zeros.
 */
final class KeyPrefix {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private KeyPrefix() {}

  /** The prefix of what follows a key's first {@code skipped} bytes; they need not all be there. */
  static long of(byte[] array, int offset, int length, int skipped) {
    int at = offset + skipped;
    int left = length - skipped;
    if (left >= 8) {
      return (long) LONG.get(array, at) ^ Long.MIN_VALUE;
    }
    long prefix = 0;
    for (int i = 0; i < left; i++) {
      prefix |= (array[at + i] & 0xffL) << 56 - 8 * i;
    }
    return prefix ^ Long.MIN_VALUE;
  }
}
