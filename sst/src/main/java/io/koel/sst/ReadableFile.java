package io.koel.sst;

import java.io.Closeable;
import java.io.IOException;

/** A file that is read at any position, by any number of threads. */
public interface ReadableFile extends Closeable {

  /**
   * Reads exactly {@code length} bytes from {@code position} on.
   *
   * @throws java.io.EOFException if the file ends before; the message names file and position
   */
  void readFully(long position, byte[] target, int offset, int length) throws IOException;

  /** The file's length in bytes. */
  long size() throws IOException;

  /** Gives the file back to the system. Closing again does nothing; reading fails from now on. */
  @Override
  void close() throws IOException;
}
