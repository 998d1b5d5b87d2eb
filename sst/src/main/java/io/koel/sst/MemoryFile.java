package io.koel.sst;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.Objects;

/** A file in memory. Thread-safe; its writer and its readers are used as those of other files. */
final class MemoryFile {

  private static final int MIN_CAPACITY = 4096;
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

  private final String name;

  // Guarded by this.
  private byte[] bytes = {};
  private int size;

  MemoryFile(String name) {
    this.name = name;
  }

  synchronized long size() {
    return size;
  }

  WritableFile writer() {
    return new Writer();
  }

  ReadableFile reader() {
    return new Reader();
  }

  private synchronized void append(ByteBuffer source) throws IOException {
    int length = source.remaining();
    long needed = (long) size + length;
    if (needed > MAX_CAPACITY) {
      throw new IOException(name + ": too large for memory, " + needed + " bytes");
    }
    if (needed > bytes.length) {
      long roomy = Math.max(Math.max(needed, MIN_CAPACITY), 2L * bytes.length);
      bytes = Arrays.copyOf(bytes, (int) Math.min(roomy, MAX_CAPACITY));
    }
    source.get(bytes, size, length);
    size += length;
  }

  private synchronized void readFully(long position, byte[] target, int offset, int length)
      throws EOFException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (position < 0) {
      throw new IllegalArgumentException(name + ": position " + position);
    }
    if (position > size - length) {
      throw new EOFException(
          name + ": " + length + " bytes at position " + position + " of " + size);
    }
    System.arraycopy(bytes, (int) position, target, offset, length);
  }

  private static void requireOpen(boolean closed) throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }

  private final class Writer implements WritableFile {

    private boolean closed;

    @Override
    public void append(byte[] source, int offset, int length) throws IOException {
      append(ByteBuffer.wrap(source, offset, length));
    }

    @Override
    public void append(ByteBuffer source) throws IOException {
      requireOpen(closed);
      MemoryFile.this.append(source);
    }

    @Override
    public long size() {
      return MemoryFile.this.size();
    }

    @Override
    public void sync() throws IOException {
      requireOpen(closed);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private final class Reader implements ReadableFile {

    private volatile boolean closed;

    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
      requireOpen(closed);
      MemoryFile.this.readFully(position, target, offset, length);
    }

    @Override
    public long size() throws IOException {
      requireOpen(closed);
      return MemoryFile.this.size();
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
