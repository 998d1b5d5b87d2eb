package io.koel.engine.batch;

import io.koel.sst.EntryKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * Entries in one growing array, in the form in which the log keeps them: no object per entry, and
 * nothing is encoded again when the batch is committed.
 *
 * <pre>
 * offset  bytes  field (numbers are little-endian)
 *  0      8      sequence of the first entry; each next entry has the next sequence
 *  8      4      number of entries
 * 12      ...    the entries, see {@link EntryLayout}
 * </pre>
 *
 * <p>Not thread-safe.
 */
public final class EncodedBatch {

  public static final int MAX_KEY_LENGTH = 64 << 10;
  public static final int MAX_VALUE_LENGTH = 64 << 20;
  public static final int MAX_SIZE = 1 << 30;

  static final int HEADER_LENGTH = 12;
  static final int COUNT_OFFSET = 8;
  private static final int INITIAL_CAPACITY = 256;
  // A batch that was once huge does not hold on to its memory when it is used again.
  private static final int MAX_KEPT_CAPACITY = 1 << 20;
  private static final byte[] NO_BYTES = {};

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] array = new byte[INITIAL_CAPACITY];
  private int size = HEADER_LENGTH;
  private int count;
  private BatchReader reader;

  /** Adds a put; see the other one. */
  public void put(byte[] key, byte[] value) {
    put(key, 0, key.length, value, 0, value.length);
  }

  /**
   * Adds a put.
   *
   * @throws IllegalArgumentException if key, value or batch are too long; nothing was added
   */
  public void put(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
    add(EntryKind.PUT, key, keyOffset, keyLength, value, valueOffset, valueLength);
  }

  /** Adds a tombstone; see the other one. */
  public void delete(byte[] key) {
    delete(key, 0, key.length);
  }

  /**
   * Adds a tombstone.
   *
   * @throws IllegalArgumentException if key or batch are too long; nothing was added
   */
  public void delete(byte[] key, int keyOffset, int keyLength) {
    add(EntryKind.TOMBSTONE, key, keyOffset, keyLength, NO_BYTES, 0, 0);
  }

  private void add(
      EntryKind kind,
      byte[] key,
      int keyOffset,
      int keyLength,
      byte[] value,
      int valueOffset,
      int valueLength) {
    Objects.checkFromIndexSize(keyOffset, keyLength, key.length);
    Objects.checkFromIndexSize(valueOffset, valueLength, value.length);
    requireAtMost("key", keyLength, MAX_KEY_LENGTH);
    requireAtMost("value", valueLength, MAX_VALUE_LENGTH);
    int entrySize = EntryLayout.size(keyLength, valueLength);
    requireAtMost("batch", (long) size + entrySize, MAX_SIZE);
    ensureCapacity(size + entrySize);
    int at = size;
    array[at++] = kind.code();
    at = EntryLayout.putVarint(array, at, keyLength);
    at = EntryLayout.putVarint(array, at, valueLength);
    System.arraycopy(key, keyOffset, array, at, keyLength);
    System.arraycopy(value, valueOffset, array, at + keyLength, valueLength);
    size += entrySize;
    count++;
  }

  private static void requireAtMost(String what, long length, int limit) {
    if (length > limit) {
      throw new IllegalArgumentException(
          what + " of " + length + " bytes is longer than the limit of " + limit);
    }
  }

  private void ensureCapacity(int needed) {
    if (needed > array.length) {
      array = Arrays.copyOf(array, (int) Math.min(Math.max(array.length * 2L, needed), MAX_SIZE));
    }
  }

  /** Makes the batch empty. */
  public void clear() {
    if (array.length > MAX_KEPT_CAPACITY) {
      array = new byte[INITIAL_CAPACITY];
      reader = null;
    }
    size = HEADER_LENGTH;
    count = 0;
  }

  public int count() {
    return count;
  }

  /** The length of the encoded batch, with its header. */
  public int sizeInBytes() {
    return size;
  }

  /** Completes the header: from now on {@link #array} holds what goes to the log. */
  public void setFirstSequence(long sequence) {
    LONG.set(array, 0, sequence);
    INT.set(array, COUNT_OFFSET, count);
  }

  public long firstSequence() {
    return (long) LONG.get(array, 0);
  }

  /** The array whose first {@link #sizeInBytes} bytes are the batch. */
  public byte[] array() {
    return array;
  }

  /** A reader before the first entry. It is the batch's own: the next call gives it anew. */
  public BatchReader entries() {
    if (reader == null) {
      reader = new BatchReader();
    }
    reader.reset(array, 0, firstSequence(), count);
    return reader;
  }

  /** A reader that is the caller's own. */
  public BatchReader newReader() {
    BatchReader fresh = new BatchReader();
    fresh.reset(array, 0, firstSequence(), count);
    return fresh;
  }

  static long firstSequence(byte[] array, int offset) {
    return (long) LONG.get(array, offset);
  }

  static int count(byte[] array, int offset) {
    return (int) INT.get(array, offset + COUNT_OFFSET);
  }
}
