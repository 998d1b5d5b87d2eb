package io.koel;

import java.io.Closeable;
import java.io.IOException;

/**
 * The store as it was at one instant. Compactions keep for it what they would drop, so close it.
 *
 * <p>Thread-safe.
 */
public interface Snapshot extends Closeable {

  /** The key's value, or null if it had none. */
  byte[] get(byte[] key) throws IOException;

  /** All entries, ascending. */
  default Cursor scan() {
    return scan(null, null);
  }

  /** The entries from {@code from} to before {@code to}, ascending; null means no bound. */
  Cursor scan(byte[] from, byte[] to);

  /** The entries from {@code from} to before {@code to}, descending; null means no bound. */
  Cursor scanReverse(byte[] from, byte[] to);

  /** The entries whose keys begin with the prefix, ascending. */
  Cursor scanPrefix(byte[] prefix);

  /** The entries whose keys begin with the prefix, descending. */
  Cursor scanPrefixReverse(byte[] prefix);

  /** The number of the last write that this view has. */
  long sequence();

  /** Lets the view go. Closing again does nothing; using it fails from now on. */
  @Override
  void close();
}
