package io.koel.engine;

import io.koel.Cursor;
import io.koel.engine.cursor.VisibleEntries;
import io.koel.engine.stats.ScanCounters;
import io.koel.engine.version.Version;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/** The cursor that callers get: it keeps its version, and watches that it is used rightly. */
final class StoreCursor implements Cursor {

  private final VisibleEntries entries;
  private final Version version;
  private final Lifecycle lifecycle;
  private final ScanCounters counters;
  private long given;
  private boolean valid;
  private boolean closed;

  /** Why the cursor stands nowhere; null if it does not. A seek finds a place again. */
  private Throwable failure;

  /** Takes over one pin of the version. */
  StoreCursor(VisibleEntries entries, Version version, Lifecycle lifecycle, ScanCounters counters) {
    this.entries = entries;
    this.version = version;
    this.lifecycle = lifecycle;
    this.counters = counters;
  }

  @Override
  public boolean next() throws IOException {
    requireOpen();
    valid = false;
    if (failure != null) {
      throw new IOException("the cursor has failed before: " + failure, failure);
    }
    try {
      valid = entries.next();
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
      throw e;
    }
    if (valid) {
      given++;
    }
    return valid;
  }

  @Override
  public void seek(byte[] key) {
    Objects.requireNonNull(key, "key");
    requireOpen();
    valid = false;
    failure = null;
    entries.seek(key.clone());
  }

  @Override
  public byte[] key() {
    requireValid();
    return Arrays.copyOf(entries.keyArray(), entries.keyLength());
  }

  @Override
  public byte[] value() {
    requireValid();
    int offset = entries.valueOffset();
    return Arrays.copyOfRange(entries.valueArray(), offset, offset + entries.valueLength());
  }

  @Override
  public int keyLength() {
    requireValid();
    return entries.keyLength();
  }

  @Override
  public int valueLength() {
    requireValid();
    return entries.valueLength();
  }

  @Override
  public int copyKey(byte[] target, int offset) {
    requireValid();
    int length = entries.keyLength();
    Objects.checkFromIndexSize(offset, length, target.length);
    System.arraycopy(entries.keyArray(), 0, target, offset, length);
    return length;
  }

  @Override
  public int copyValue(byte[] target, int offset) {
    requireValid();
    int length = entries.valueLength();
    Objects.checkFromIndexSize(offset, length, target.length);
    System.arraycopy(entries.valueArray(), entries.valueOffset(), target, offset, length);
    return length;
  }

  private void requireOpen() {
    lifecycle.requireOpen();
    if (closed) {
      throw new IllegalStateException("the cursor is closed");
    }
  }

  private void requireValid() {
    requireOpen();
    if (!valid) {
      throw new IllegalStateException("the cursor stands at no entry: next() was not true");
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      valid = false;
      counters.entries.add(given);
      counters.steppedOver.add(entries.steppedOver());
      try {
        entries.close();
      } finally {
        version.unpin();
      }
    }
  }
}
