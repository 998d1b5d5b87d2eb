package io.koel.bench.engine;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/**
 * A key-value store under test. All stores are driven through this one interface, each by the
 * fastest fair call that its Java API offers.
 *
 * <p>Thread-safe. Threads that read and write each take a {@link StoreSession} of their own.
 */
public interface Store extends AutoCloseable {

  /** Which store this is. */
  Engine engine();

  /** A session for the calling thread. */
  StoreSession session() throws IOException;

  /** Makes everything written so far part of the tables on disk, as far as the store has such. */
  void flush() throws IOException;

  /** Returns when flushes and compactions have come to rest. */
  void settle() throws IOException;

  /** Compacts everything, in stores that compact at all. */
  void compact() throws IOException;

  /** What lookups have cost since the store was opened, those of open sessions perhaps left out. */
  LookupCounts counts() throws IOException;

  /** The tables of each level that has any, from level 0 on; empty for a store without levels. */
  List<LevelShape> shape() throws IOException;

  /**
   * Bytes that log, flushes and compactions have written since the store was opened; empty if the
   * store does not count them.
   */
  OptionalLong bytesWritten() throws IOException;

  /** The settings in effect, in the store's own words, for the reader of a report. */
  String settings();

  @Override
  void close() throws IOException;
}
