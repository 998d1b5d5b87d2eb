package io.koel.bench.deletes;

import io.koel.bench.engine.LevelShape;
import io.koel.bench.engine.StoreSession;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A store whose deletes are looked at. For one thread. */
interface Subject extends Closeable {

  /** The access to the store. Ask for it anew after {@link #compactTombstones}. */
  StoreSession session();

  /** A view of the store as it is now, held until it is closed. */
  Closeable snapshot() throws IOException;

  /** Brings everything to the deepest level. */
  void compactAll() throws IOException;

  /** Flushes, and returns when compactions have come to rest. */
  void settle() throws IOException;

  /**
   * Settles, and compacts what waits on level 0, so that each tombstone had a compaction; then
   * levels come to rest, which may bring tombstones further down.
   */
  void compactTombstones() throws IOException;

  /** What everything has cost since the store was opened. */
  Cost cost() throws IOException;

  /** The levels that have tables. */
  List<LevelShape> shape() throws IOException;
}
