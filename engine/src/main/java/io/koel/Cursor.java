package io.koel;

import java.io.Closeable;
import java.io.IOException;

/**
 * Walks over keys and values in the order of its scan, ascending or descending.
 *
 * <pre>{@code
 * try (Cursor c = db.scan(from, to)) {
 *   while (c.next()) use(c.key(), c.value());
 * }
 * }</pre>
 *
 * <p>A cursor sees the store as it was when the cursor was made, whatever is written meanwhile. It
 * keeps for that the memtables and the files of that moment: memory that was flushed and disk space
 * that was compacted is given back only when it is closed. So close it, and do not keep it for long
 * where much is written; a {@link Snapshot} is the lighter way to come back later. No finalizer
 * closes a cursor that was forgotten; its files go when the database is opened the next time.
 *
 * <p>For one thread at a time. A cursor may outlive the snapshot that it was made of, but not the
 * store: once that is closed, every call but {@link #close} throws an {@link
 * IllegalStateException}.
 */
public interface Cursor extends Closeable {

  /**
   * Moves to the next entry in this cursor's order, at first to the first; false at the end.
   *
   * @throws IOException if what is next could not be read; then all further calls throw too, until
   *     a {@link #seek}
   */
  boolean next() throws IOException;

  /**
   * Goes elsewhere, forwards or back: the following {@link #next} moves to the first entry at or
   * after the key in this cursor's order, but never out of the scan's range. May be called at the
   * end too. There is no current entry until then.
   */
  void seek(byte[] key);

  /** A copy of the key. REQUIRES: the last {@link #next} was true. */
  byte[] key();

  /** A copy of the value. REQUIRES: the last {@link #next} was true. */
  byte[] value();

  /** The length of the key. REQUIRES: the last {@link #next} was true. */
  int keyLength();

  /** The length of the value. REQUIRES: the last {@link #next} was true. */
  int valueLength();

  /**
   * Copies the key into an array; returns its length.
   *
   * @throws IndexOutOfBoundsException if the array has no room for it
   */
  int copyKey(byte[] target, int offset);

  /**
   * Copies the value into an array; returns its length.
   *
   * @throws IndexOutOfBoundsException if the array has no room for it
   */
  int copyValue(byte[] target, int offset);

  /** Gives back what the cursor keeps. Closing again does nothing. */
  @Override
  void close() throws IOException;
}
