package io.koel.bench.engine;

import java.nio.ByteBuffer;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.GetOp;
import org.lmdbjava.Txn;

/** A thread's LMDB transactions, which stay open over up to {@link #BATCH} calls. */
final class LmdbSession implements StoreSession {

  static final int BATCH = 1000;
  private static final int MAX_KEY_BYTES = 511;

  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> table;
  private final int batch;
  private final ByteBuffer keyBuffer = ByteBuffer.allocateDirect(MAX_KEY_BYTES);
  private ByteBuffer valueBuffer = ByteBuffer.allocateDirect(4096);
  private byte[] value = new byte[4096];
  private Txn<ByteBuffer> writing;
  private Txn<ByteBuffer> reading;
  private int pending;
  private int gets;

  LmdbSession(Env<ByteBuffer> env, Dbi<ByteBuffer> table, int batch) {
    this.env = env;
    this.table = table;
    this.batch = batch;
  }

  @Override
  public void put(byte[] key, byte[] newValue) {
    if (newValue.length > valueBuffer.capacity()) {
      valueBuffer = ByteBuffer.allocateDirect(newValue.length);
    }
    valueBuffer.clear().put(newValue).flip();
    table.put(writer(), loaded(key), valueBuffer);
    afterWrite();
  }

  @Override
  public void delete(byte[] key) {
    table.delete(writer(), loaded(key));
    afterWrite();
  }

  private Txn<ByteBuffer> writer() {
    if (writing == null) {
      writing = env.txnWrite();
    }
    return writing;
  }

  private void afterWrite() {
    if (++pending >= batch) {
      commit();
    }
  }

  private void commit() {
    if (writing != null) {
      writing.commit();
      writing.close();
      writing = null;
      pending = 0;
    }
  }

  /**
   * A view that is at most {@link #BATCH} lookups old, and never older than this session's writes.
   */
  private Txn<ByteBuffer> reader() {
    boolean stale = writing != null;
    commit();
    if (reading == null) {
      reading = env.txnRead();
    } else if (stale || ++gets % BATCH == 0) {
      reading.reset();
      reading.renew();
    }
    return reading;
  }

  @Override
  public int get(byte[] key) {
    ByteBuffer found = table.get(reader(), loaded(key));
    if (found == null) {
      return ABSENT;
    }
    return copied(found);
  }

  @Override
  public int multiGet(byte[][] keys) {
    int found = 0;
    for (byte[] key : keys) {
      if (get(key) != ABSENT) {
        found++;
      }
    }
    return found;
  }

  @Override
  public long scan(byte[] from, long limit) {
    try (Cursor<ByteBuffer> cursor = table.openCursor(reader())) {
      long entries = 0;
      // LMDB refuses an empty key, which everybody else takes as the beginning.
      boolean valid =
          from.length == 0 ? cursor.first() : cursor.get(loaded(from), GetOp.MDB_SET_RANGE);
      while (valid && entries < limit) {
        copied(cursor.val());
        entries++;
        valid = cursor.next();
      }
      return entries;
    }
  }

  private ByteBuffer loaded(byte[] key) {
    return keyBuffer.clear().put(key).flip();
  }

  private int copied(ByteBuffer found) {
    int length = found.remaining();
    if (length > value.length) {
      value = new byte[length];
    }
    found.get(value, 0, length);
    return length;
  }

  @Override
  public void close() {
    commit();
    if (reading != null) {
      reading.close();
    }
  }
}
