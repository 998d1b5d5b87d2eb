package io.koel.bench.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ByteBufferGetStatus;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WriteOptions;

/**
 * RocksDB's fastest calls from Java: get into an array made beforehand, multi-get and iteration
 * into direct buffers.
 */
final class RocksSession implements StoreSession {

  private static final int FIRST_VALUE_BYTES = 4096;
  private static final int MAX_KEY_BYTES = 1024;

  private final RocksDB db;
  private final WriteOptions writes;
  private final RocksCounts.ThreadCount count;
  private final ReadOptions reads = new ReadOptions();
  private final ByteBuffer scanKey = ByteBuffer.allocateDirect(MAX_KEY_BYTES);
  private final List<ByteBuffer> multiKeys = new ArrayList<>();
  private final List<ByteBuffer> multiValues = new ArrayList<>();
  private byte[] value = new byte[FIRST_VALUE_BYTES];
  private ByteBuffer scanValue = ByteBuffer.allocateDirect(FIRST_VALUE_BYTES);

  RocksSession(RocksDB db, boolean sync, RocksCounts.ThreadCount count) {
    this.db = db;
    this.count = count;
    this.writes = new WriteOptions().setSync(sync);
  }

  @Override
  public void put(byte[] key, byte[] newValue) throws IOException {
    try {
      db.put(writes, key, newValue);
    } catch (RocksDBException e) {
      throw RocksStore.failure(e);
    }
  }

  @Override
  public void delete(byte[] key) throws IOException {
    try {
      db.delete(writes, key);
    } catch (RocksDBException e) {
      throw RocksStore.failure(e);
    }
  }

  @Override
  public int get(byte[] key) throws IOException {
    try {
      int length = db.get(reads, key, value);
      if (length > value.length) {
        value = new byte[length];
        length = db.get(reads, key, value);
      }
      if (length == RocksDB.NOT_FOUND) {
        return ABSENT;
      }
      count.found();
      return length;
    } catch (RocksDBException e) {
      throw RocksStore.failure(e);
    }
  }

  @Override
  public int multiGet(byte[][] keys) throws IOException {
    while (multiKeys.size() < keys.length) {
      multiKeys.add(ByteBuffer.allocateDirect(MAX_KEY_BYTES));
      multiValues.add(ByteBuffer.allocateDirect(FIRST_VALUE_BYTES));
    }
    for (int i = 0; i < keys.length; i++) {
      multiKeys.get(i).clear().put(keys[i]).flip();
      multiValues.get(i).clear();
    }
    try {
      int found = 0;
      for (ByteBufferGetStatus got :
          db.multiGetByteBuffers(
              reads, multiKeys.subList(0, keys.length), multiValues.subList(0, keys.length))) {
        if (got.status.getCode() == Status.Code.Ok) {
          found++;
          count.found();
        }
      }
      return found;
    } catch (RocksDBException e) {
      throw RocksStore.failure(e);
    }
  }

  @Override
  public long scan(byte[] from, long limit) throws IOException {
    try (RocksIterator iterator = db.newIterator(reads)) {
      long entries = 0;
      for (iterator.seek(from); iterator.isValid() && entries < limit; iterator.next()) {
        scanKey.clear();
        iterator.key(scanKey);
        fetchValue(iterator);
        entries++;
      }
      iterator.status();
      return entries;
    } catch (RocksDBException e) {
      throw RocksStore.failure(e);
    }
  }

  private void fetchValue(RocksIterator iterator) {
    scanValue.clear();
    int length = iterator.value(scanValue);
    if (length > scanValue.capacity()) {
      scanValue = ByteBuffer.allocateDirect(length);
      iterator.value(scanValue);
    }
  }

  @Override
  public void close() {
    count.end();
    writes.close();
    reads.close();
  }
}
