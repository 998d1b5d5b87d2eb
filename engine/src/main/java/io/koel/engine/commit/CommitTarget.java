package io.koel.engine.commit;

import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.log.LogChain;
import java.io.IOException;

/**
 * Where a {@link CommitQueue} writes to. All methods are called by one thread at a time, the leader
 * of a group, in the order {@code prepare log apply* publish}.
 */
public interface CommitTarget {

  /**
   * Makes room for a group of writes. May wait, and may put another memtable and log in place. What
   * it throws goes to the leader's caller alone; the others try for themselves.
   */
  void prepare() throws IOException;

  /** The logs to append to. */
  LogChain log();

  /** Adds the entries of a batch that is in the log, invisible to readers as yet. */
  void apply(EncodedBatch batch);

  /**
   * From now on readers see all entries up to this sequence. Must be a volatile or release store.
   */
  void publish(long lastSequence);
}
