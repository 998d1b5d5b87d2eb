package io.koel.sst;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file that grows at its end. Nothing is buffered: callers gather small pieces themselves.
 *
 * <p>Not thread-safe. After an exception the file's end is unknown: it is only good for closing.
 */
public interface WritableFile extends Closeable {

  /** Appends {@code length} bytes of an array. */
  void append(byte[] bytes, int offset, int length) throws IOException;

  /** Appends a buffer's remaining bytes and moves its position to its limit. */
  void append(ByteBuffer bytes) throws IOException;

  /** The number of bytes appended so far. */
  long size();

  /** Returns when all appended bytes survive a loss of power. */
  void sync() throws IOException;

  /** Gives the file back to the system without syncing it. Closing again does nothing. */
  @Override
  void close() throws IOException;
}
