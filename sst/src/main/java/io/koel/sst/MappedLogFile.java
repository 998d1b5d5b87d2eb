package io.koel.sst;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;

/**
 * A new file for many small appends: a window of it is mapped into memory, and an append is a copy
 * into the window, without a system call.
 *
 * <p>A page that was copied into belongs to the system as if it had been written: it survives the
 * end of the process. Each window's part of the file is filled with zeros before it is mapped, so
 * that a full disk is an {@link IOException} there and not a fault in the middle of a copy, and so
 * that a sync has nothing to do for the file's length. {@link #close} cuts off the zeros that are
 * left; a crash leaves them.
 */
final class MappedLogFile implements WritableFile {

  private static final Set<OpenOption> READ_AND_WRITE =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private static final int MIN_WINDOW = 64 << 10;
  private static final int MAX_WINDOW = 1 << 20;
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(MIN_WINDOW);

  private final NewFile file;
  private MappedByteBuffer window;
  private long windowEnd;
  private long size;
  private int syncedInWindow;
  private boolean extended;
  private boolean closed;

  MappedLogFile(Path path) throws IOException {
    file = new NewFile(path, READ_AND_WRITE);
  }

  @Override
  public void append(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    for (int done = 0; done < length; ) {
      int part = Math.min(length - done, room());
      window.put(bytes, offset + done, part);
      done += part;
      size += part;
    }
  }

  @Override
  public void append(ByteBuffer bytes) throws IOException {
    int limit = bytes.limit();
    while (bytes.position() < limit) {
      int part = Math.min(limit - bytes.position(), room());
      window.put(bytes.limit(bytes.position() + part));
      bytes.limit(limit);
      size += part;
    }
  }

  /** The bytes that fit into the window; moves it if there are none. */
  private int room() throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    if (window == null || !window.hasRemaining()) {
      moveWindow();
    }
    return window.remaining();
  }

  private void moveWindow() throws IOException {
    unmapWindow();
    // As long as the file so far, so that a small log stays a small file.
    int length = (int) Math.max(MIN_WINDOW, Math.min(windowEnd, MAX_WINDOW));
    for (int done = 0; done < length; done += MIN_WINDOW) {
      file.channel().writeFully(ZEROS.duplicate(), windowEnd + done);
    }
    window = file.channel().map(windowEnd, length);
    windowEnd += length;
    syncedInWindow = 0;
    extended = true;
  }

  private void unmapWindow() {
    if (window != null) {
      MappedByteBuffer old = window;
      window = null;
      Unmapping.unmap(old);
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void sync() throws IOException {
    if (window != null && window.position() > syncedInWindow) {
      try {
        window.force(syncedInWindow, window.position() - syncedInWindow);
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
      syncedInWindow = window.position();
    }
    if (extended) {
      // For the windows before this one, and for the file's length.
      file.sync();
      extended = false;
    }
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    unmapWindow();
    try (file) {
      file.channel().truncate(size);
    }
  }
}
