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
 * keeps files and memory for that, so close it. For one thread at a time. Once the store is closed,
 * every call but {@link #close} throws an {@link IllegalStateException}.
 */
public interface Cursor extends Closeable {

  /** Moves to the next entry in this cursor's order, at first to the first; false at the end. */
  boolean next() throws IOException;

  /**
   * Goes elsewhere: the following {@link #next} moves to the first entry at or after the key in
   * this cursor's order, but never out of the scan's range.
   */
  void seek(byte[] key);

  /** A copy of the key. REQUIRES: the last {@link #next} was true. */
  byte[] key();

  /** A copy of the value. REQUIRES: the last {@link #next} was true. */
  byte[] value();

  int keyLength();

  int valueLength();

  /** Copies the key into an array that has room for it; returns its length. */
  int copyKey(byte[] target, int offset);

  /** Copies the value into an array that has room for it; returns its length. */
  int copyValue(byte[] target, int offset);

  /** Gives back what the cursor keeps. Closing again does nothing. */
  @Override
  void close() throws IOException;
}
