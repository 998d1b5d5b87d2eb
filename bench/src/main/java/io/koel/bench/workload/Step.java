package io.koel.bench.workload;

import io.koel.bench.engine.Store;
import io.koel.bench.engine.StoreSession;
import java.io.IOException;
import java.util.Arrays;

/** What one thread has at hand while it runs a workload. */
public final class Step {

  private final Store store;
  private final StoreSession session;
  private final KeySpace keys;
  private final long salt;
  private final byte[][] prepared;
  private int preparedEnd;
  private long scanned;

  Step(Store store, StoreSession session, KeySpace keys, long salt, byte[][] prepared) {
    this.store = store;
    this.session = session;
    this.keys = keys;
    this.salt = salt;
    this.prepared = prepared;
  }

  public KeySpace keys() {
    return keys;
  }

  /** A random number of a key, the same for the same operation and seed. */
  public long random(long operation) {
    return Long.remainderUnsigned(Mix.mix(operation ^ salt), keys.entries());
  }

  public int put(long number, int version) throws IOException {
    session.put(keys.key(number), keys.value(number, version));
    return 1;
  }

  public int delete(long number) throws IOException {
    session.delete(keys.key(number));
    return 1;
  }

  private byte[] preparedKey(long operation) {
    return prepared[(int) (operation % prepared.length)];
  }

  public int get(long operation) throws IOException {
    return session.get(preparedKey(operation)) == StoreSession.ABSENT ? 0 : 1;
  }

  public int seek(long operation, int entries) throws IOException {
    return session.scan(preparedKey(operation), entries) > 0 ? 1 : 0;
  }

  /** Looks up to {@code count} keys up at once, from that of {@code operation} on. */
  public int getMany(long operation, int count) throws IOException {
    int from = (int) (operation % prepared.length);
    return session.multiGet(
        Arrays.copyOfRange(prepared, from, Math.min(from + count, preparedEnd)));
  }

  /** Says how many of the prepared keys are meant. */
  void prepared(int count) {
    preparedEnd = count;
  }

  public int scanAll() throws IOException {
    scanned += session.scan(new byte[0], Long.MAX_VALUE);
    return 0;
  }

  public int compact() throws IOException {
    store.compact();
    return 0;
  }

  long scanned() {
    return scanned;
  }
}
