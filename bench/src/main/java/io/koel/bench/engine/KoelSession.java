package io.koel.bench.engine;

import io.koel.Cursor;
import io.koel.Koel;
import java.io.IOException;
import java.util.Arrays;

/** A thread's access to Koel. */
public final class KoelSession implements StoreSession {

  private final Koel db;
  private byte[] key = new byte[1024];
  private byte[] value = new byte[4096];

  public KoelSession(Koel db) {
    this.db = db;
  }

  @Override
  public void put(byte[] newKey, byte[] newValue) throws IOException {
    db.put(newKey, newValue);
  }

  @Override
  public void delete(byte[] deadKey) throws IOException {
    db.delete(deadKey);
  }

  @Override
  public int get(byte[] wanted) throws IOException {
    byte[] found = db.get(wanted);
    return found == null ? ABSENT : found.length;
  }

  @Override
  public int multiGet(byte[][] keys) throws IOException {
    int found = 0;
    for (byte[] one : db.get(Arrays.asList(keys))) {
      found += one == null ? 0 : 1;
    }
    return found;
  }

  @Override
  public long scan(byte[] from, long limit) throws IOException {
    try (Cursor cursor = db.scan(from, null)) {
      long entries = 0;
      while (entries < limit && cursor.next()) {
        fetch(cursor);
        entries++;
      }
      return entries;
    }
  }

  private void fetch(Cursor cursor) {
    if (cursor.keyLength() > key.length) {
      key = new byte[cursor.keyLength()];
    }
    if (cursor.valueLength() > value.length) {
      value = new byte[cursor.valueLength()];
    }
    cursor.copyKey(key, 0);
    cursor.copyValue(value, 0);
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
