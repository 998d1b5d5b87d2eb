package io.koel.bench.engine;

import java.io.IOException;

/** One thread's access to a {@link Store}, with the buffers that the thread reuses. */
public interface StoreSession extends AutoCloseable {

  /** What {@link #get} gives for a key that is not there. */
  int ABSENT = -1;

  void put(byte[] key, byte[] value) throws IOException;

  void delete(byte[] key) throws IOException;

  /** Looks a key up and fetches its value; gives the value's length, or {@link #ABSENT}. */
  int get(byte[] key) throws IOException;

  /** Looks many keys up in one call; gives how many are there. */
  int multiGet(byte[][] keys) throws IOException;

  /**
   * Moves to the first key at or after {@code from} and fetches up to {@code limit} entries from
   * there on; gives how many there were.
   */
  long scan(byte[] from, long limit) throws IOException;

  @Override
  void close() throws IOException;
}
