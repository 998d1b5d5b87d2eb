package io.koel.bench.engine;

import java.io.IOException;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;

/** How RocksDB's work is counted. */
interface RocksCounts extends AutoCloseable {

  /** Says in the options what is to be counted; called before the database is opened. */
  void configure(DBOptions options);

  /** A count of the calling thread's lookups, from now on. */
  ThreadCount begin(RocksDB db);

  /** What all lookups have cost that are counted so far. */
  LookupCounts lookups();

  /** Bytes that log, flushes and compactions have written since the database was opened. */
  long bytesWritten(RocksDB db) throws IOException;

  @Override
  void close();

  /** What one thread looked up. */
  interface ThreadCount {

    /** A key was found. */
    void found();

    /** Adds what was counted to {@link #lookups}; called by the same thread. */
    void end();
  }
}
