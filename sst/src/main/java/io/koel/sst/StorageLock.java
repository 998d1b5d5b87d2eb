package io.koel.sst;

import java.io.Closeable;
import java.io.IOException;

/** A lock that is held until it is closed. */
public interface StorageLock extends Closeable {

  /** Gives the lock back. Closing again does nothing. */
  @Override
  void close() throws IOException;
}
