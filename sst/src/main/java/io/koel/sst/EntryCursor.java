package io.koel.sst;

import java.io.Closeable;
import java.io.IOException;

/**
 * Walks over entries in internal order: user keys ascending, compared bytewise and unsigned; the
 * entries of one user key by sequence, the newest first.
 *
 * <p>A new cursor stands nowhere: {@link #valid()} is false until it was moved. No object is made
 * per entry: key and value are ranges of arrays that stay unchanged until the cursor moves, and are
 * not to be changed by anybody.
 *
 * <p>Not thread-safe.
 */
public interface EntryCursor extends Closeable {

  /** The largest sequence that an entry can have; as a seek's target, it means a key's newest. */
  long MAX_SEQUENCE = (1L << 56) - 1;

  /** Moves to the first entry; false if there is none. */
  boolean first() throws IOException;

  /** Moves to the last entry; false if there is none. */
  boolean last() throws IOException;

  /** Moves to the first entry at or after (key, sequence) in internal order; false if none is. */
  boolean seek(byte[] key, int offset, int length, long sequence) throws IOException;

  /** Moves to the last entry at or before (key, sequence) in internal order; false if none is. */
  boolean seekForPrev(byte[] key, int offset, int length, long sequence) throws IOException;

  /**
   * Moves to the next entry; false if there is none, and then the cursor stands nowhere.
   *
   * <p>REQUIRES: {@link #valid()}.
   */
  boolean next() throws IOException;

  /**
   * Moves to the entry before; false if there is none, and then the cursor stands nowhere.
   *
   * <p>REQUIRES: {@link #valid()}.
   */
  boolean prev() throws IOException;

  /** Whether the cursor stands at an entry. All below REQUIRE that it does. */
  boolean valid();

  byte[] keyArray();

  int keyOffset();

  int keyLength();

  long sequence();

  EntryKind kind();

  byte[] valueArray();

  int valueOffset();

  /** The value's length; 0 for a tombstone. */
  int valueLength();

  /** Lets go of what the cursor holds. Closing again does nothing. */
  @Override
  void close() throws IOException;
}
