package io.koel;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * The store as it was at one instant. It costs nothing to make and holds no files, but compactions
 * keep for it what they would drop: older versions, deleted entries and their tombstones. So close
 * it; later compactions drop what was kept.
 *
 * <p>Thread-safe. Lives no longer than its store, and is not there any more after a reopening.
 */
public interface Snapshot extends Closeable {

  /** The key's value, or null if it had none. */
  byte[] get(byte[] key) throws IOException;

  /** The values that several keys had, in the keys' order; null where there was none. */
  byte[][] get(List<byte[]> keys) throws IOException;

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
