package io.koel.engine.log;

import io.koel.sst.WritableFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file in memory that counts its calls and fails when told to. */
public final class MemoryFile implements WritableFile {

  /** Runs before a call has any effect; what it throws, the call throws. */
  @FunctionalInterface
  public interface Hook {
    void run() throws IOException;
  }

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private volatile Hook beforeAppend = () -> {};
  private volatile Hook beforeSync = () -> {};
  private volatile int appends;
  private volatile int syncs;
  private volatile int syncedLength;
  private volatile boolean closed;

  public void beforeAppend(Hook hook) {
    beforeAppend = hook;
  }

  public void beforeSync(Hook hook) {
    beforeSync = hook;
  }

  @Override
  public void append(byte[] array, int offset, int length) throws IOException {
    beforeAppend.run();
    synchronized (bytes) {
      bytes.write(array, offset, length);
      appends++;
    }
  }

  @Override
  public void append(ByteBuffer buffer) throws IOException {
    byte[] array = new byte[buffer.remaining()];
    buffer.get(array);
    append(array, 0, array.length);
  }

  @Override
  public long size() {
    return bytes.size();
  }

  @Override
  public void sync() throws IOException {
    int length = bytes.size();
    synchronized (this) {
      syncs++;
    }
    beforeSync.run();
    syncedLength = length;
  }

  @Override
  public void close() {
    closed = true;
  }

  public byte[] bytes() {
    synchronized (bytes) {
      return bytes.toByteArray();
    }
  }

  public int appends() {
    return appends;
  }

  /** The number of calls, failed ones too. */
  public int syncs() {
    return syncs;
  }

  public int syncedLength() {
    return syncedLength;
  }

  public boolean isClosed() {
    return closed;
  }
}
