package io.koel;

import io.koel.engine.batch.BatchReader;
import io.koel.engine.batch.EncodedBatch;
import io.koel.sst.EntryKind;
import java.util.Arrays;
import java.util.Objects;

/**
 * Puts and deletes that are written together: after a crash all of them are there or none, and no
 * reader sees only some. When a key occurs twice, the later operation counts.
 *
 * <pre>{@code
 * WriteBatch batch = new WriteBatch().put(name, koel).delete(oldName);
 * db.write(batch, Durability.SYNC);
 * }</pre>
 *
 * <p>Keys and values are copied at once, so the arrays may be changed afterwards. A batch may be
 * written again, added to and written again, and used for something else after {@link #clear},
 * which keeps up to 1 MiB of its memory. Not thread-safe; REQUIRES: nobody changes or writes it
 * while it is being written.
 *
 * <p>A batch may have up to 1 GiB. It is in memory at least twice while it is written, and goes to
 * one memtable as a whole, however small {@link Options#memtableBytes} is.
 */
public final class WriteBatch {

  /** Sees the operations of a batch, in the order in which they were added. */
  public interface Visitor {

    /** The arrays are the visitor's own. */
    void put(byte[] key, byte[] value);

    /** The array is the visitor's own. */
    void delete(byte[] key);
  }

  private final EncodedBatch encoded = new EncodedBatch();

  /**
   * Adds a put.
   *
   * @throws IllegalArgumentException if the key is longer than 64 KiB, the value longer than 64 MiB
   *     or the batch would be larger than 1 GiB; the batch is as it was
   */
  public WriteBatch put(byte[] key, byte[] value) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
    encoded.put(key, value);
    return this;
  }

  /**
   * Adds a delete. The key need not exist.
   *
   * @throws IllegalArgumentException if the key is longer than 64 KiB or the batch would be larger
   *     than 1 GiB; the batch is as it was
   */
  public WriteBatch delete(byte[] key) {
    Objects.requireNonNull(key, "key");
    encoded.delete(key);
    return this;
  }

  /** Makes the batch empty. */
  public WriteBatch clear() {
    encoded.clear();
    return this;
  }

  /** The number of operations. */
  public int count() {
    return encoded.count();
  }

  public boolean isEmpty() {
    return encoded.count() == 0;
  }

  /** The bytes that the batch takes up in memory and in the log. */
  public int sizeInBytes() {
    return encoded.sizeInBytes();
  }

  /** Shows all operations to a visitor. */
  public void forEach(Visitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    BatchReader entries = encoded.newReader();
    while (entries.next()) {
      byte[] array = entries.array();
      byte[] key = copy(array, entries.keyOffset(), entries.keyLength());
      if (entries.kind() == EntryKind.PUT) {
        visitor.put(key, copy(array, entries.valueOffset(), entries.valueLength()));
      } else {
        visitor.delete(key);
      }
    }
  }

  private static byte[] copy(byte[] array, int offset, int length) {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /** What the engine writes. */
  EncodedBatch encoded() {
    return encoded;
  }

  @Override
  public String toString() {
    return "WriteBatch of " + count() + " operations in " + sizeInBytes() + " bytes";
  }
}
