package io.koel.bench.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * Keys and values by number and seed: the same numbers give the same bytes on every run.
 *
 * <p>A key has 16 bytes: eight that spread the numbers 0 to n-1 evenly and in order over the whole
 * range of keys, and eight that look random. Between each two lies a key that is missing, so that
 * lookups of missing keys fall among the present ones and no table's key range gives them away.
 */
public final class KeySpace {

  public static final int KEY_BYTES = 16;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int POOL_BYTES = 1 << 20;

  private final long entries;
  private final long seed;
  private final long stride;
  private final int valueBytes;
  private final byte[] pool;
  private final Permutation order;

  public KeySpace(long entries, int valueBytes, long seed) {
    if (entries < 1) {
      throw new IllegalArgumentException("entries " + entries + " is below 1");
    }
    if (valueBytes < 0) {
      throw new IllegalArgumentException("value size " + valueBytes + " is below 0");
    }
    this.entries = entries;
    this.seed = seed;
    this.stride = Long.divideUnsigned(-1L, entries);
    this.valueBytes = valueBytes;
    this.pool = new byte[POOL_BYTES + valueBytes];
    this.order = new Permutation(entries, seed);
    new Random(seed).nextBytes(pool);
  }

  public long entries() {
    return entries;
  }

  public int valueBytes() {
    return valueBytes;
  }

  /** The number of the key that stands at {@code position} of this space's random order. */
  public long shuffled(long position) {
    return order.at(position);
  }

  /** The key of a number below {@link #entries()}; keys are in the order of their numbers. */
  public byte[] key(long number) {
    byte[] key = new byte[KEY_BYTES];
    fill(key, number);
    return key;
  }

  /** Writes {@link #key} into {@code into}. */
  public void fill(byte[] into, long number) {
    write(into, number * stride, number);
  }

  /** Writes a key that no number has, between the keys of {@code number} and its successor. */
  public void fillMissing(byte[] into, long number) {
    write(into, number * stride + stride / 2, ~number);
  }

  private void write(byte[] into, long head, long salt) {
    LONG.set(into, 0, head);
    LONG.set(into, 8, Mix.mix(salt ^ seed));
  }

  /** A fresh value for a number, incompressible; another {@code version} gives another value. */
  public byte[] value(long number, int version) {
    byte[] value = new byte[valueBytes];
    int offset = (int) (Mix.mix(number * 31 + version) >>> 44);
    System.arraycopy(pool, offset, value, 0, valueBytes);
    return value;
  }
}
