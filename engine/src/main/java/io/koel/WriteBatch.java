package io.koel;

import io.koel.engine.batch.BatchReader;
import io.koel.engine.batch.EncodedBatch;
import io.koel.sst.EntryKind;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

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
 * which keeps up to 1 MiB of its memory. For one thread at a time: who changes or writes it while
 * another thread does gets a {@link ConcurrentModificationException}, and the batch is as that
 * other thread makes it.
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

  /** Whether somebody is changing or writing it. A log with half a change could not be read. */
  private final AtomicBoolean inUse = new AtomicBoolean();

  /**
   * Adds a put.
   *
   * @throws IllegalArgumentException if the key is longer than 64 KiB, the value longer than 64 MiB
   *     or the batch would be larger than 1 GiB; the batch is as it was
   */
  public WriteBatch put(byte[] key, byte[] value) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
    begin();
    try {
      encoded.put(key, value);
    } finally {
      end();
    }
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
    begin();
    try {
      encoded.delete(key);
    } finally {
      end();
    }
    return this;
  }

  /** Makes the batch empty. */
  public WriteBatch clear() {
    begin();
    try {
      encoded.clear();
    } finally {
      end();
    }
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

  /** What the engine writes. From now on nobody else may touch it until {@link #end}. */
  EncodedBatch beginWrite() {
    begin();
    return encoded;
  }

  private void begin() {
    if (!inUse.compareAndSet(false, true)) {
      throw new ConcurrentModificationException(
          "another thread is changing or writing the batch at this moment");
    }
  }

  void end() {
    inUse.setRelease(false);
  }

  @Override
  public String toString() {
    return "WriteBatch of " + count() + " operations in " + sizeInBytes() + " bytes";
  }
}
