package io.koel.engine.log;

import static io.koel.engine.log.LogFormat.BLOCK_LENGTH;
import static io.koel.engine.log.LogFormat.FRAGMENT_HEADER_LENGTH;

import io.koel.sst.WritableFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * Writes a log: {@code (append* (flush | sync))* finish? close}.
 *
 * <p>Records are gathered in one buffer and handed to the system by one write, unless they are
 * larger than the buffer. The bytes are copied once, and the checksum is made of the copy.
 *
 * <p>A write or sync that failed leaves nobody knowing what the file holds, so all later calls fail
 * with that cause: in particular a sync is never tried again, because the system may have dropped
 * the pages that it could not write, and would call the second try a success.
 *
 * <p>Not thread-safe.
 */
public final class LogWriter implements Closeable {

  private static final int BUFFER_LENGTH = 4 * BLOCK_LENGTH;

  private final WritableFile file;
  private final LogFormat format;
  private final long logNumber;
  private final byte[] buffer = new byte[BUFFER_LENGTH];
  private int buffered;
  private long size;
  private long synced;
  private Throwable failure;

  /**
   * Begins a log.
   *
   * <p>REQUIRES: the file is empty.
   *
   * @param logNumber told to the reader again, so that it knows another log's bytes
   */
  public LogWriter(WritableFile file, long logNumber) {
    if (file.size() != 0) {
      throw new IllegalArgumentException("a log begins in an empty file");
    }
    this.file = file;
    this.logNumber = logNumber;
    this.format = new LogFormat(logNumber);
    format.putFileHeader(buffer, 0);
    buffered = LogFormat.FILE_HEADER_LENGTH;
    size = buffered;
  }

  public long logNumber() {
    return logNumber;
  }

  /** The log's length in bytes, with what is not flushed yet. */
  public long size() {
    return size;
  }

  /** Whether all that was appended is also synced. */
  public boolean isSynced() {
    return synced == size;
  }

  /** Appends one record: after a crash all of it is there or nothing. */
  public void append(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    requireWorking();
    int end = offset + length;
    boolean first = true;
    boolean last;
    do {
      int payload = Math.min(end - offset, roomInBlock() - FRAGMENT_HEADER_LENGTH);
      last = payload == end - offset;
      appendFragment(type(first, last), bytes, offset, payload);
      offset += payload;
      first = false;
    } while (!last);
  }

  private static int type(boolean first, boolean last) {
    if (first) {
      return last ? LogFormat.WHOLE : LogFormat.FIRST;
    }
    return last ? LogFormat.LAST : LogFormat.MIDDLE;
  }

  /** The bytes left in the block that the next fragment goes to; begins a block if need be. */
  private int roomInBlock() throws IOException {
    int room = BLOCK_LENGTH - (int) (size & BLOCK_LENGTH - 1);
    if (room >= FRAGMENT_HEADER_LENGTH) {
      return room;
    }
    ensureRoom(room);
    Arrays.fill(buffer, buffered, buffered + room, (byte) 0);
    buffered += room;
    size += room;
    return BLOCK_LENGTH;
  }

  private void appendFragment(int type, byte[] bytes, int offset, int length) throws IOException {
    int fragmentLength = FRAGMENT_HEADER_LENGTH + length;
    ensureRoom(fragmentLength);
    System.arraycopy(bytes, offset, buffer, buffered + FRAGMENT_HEADER_LENGTH, length);
    format.putFragmentHeader(buffer, buffered, type, length, size, synced);
    buffered += fragmentLength;
    size += fragmentLength;
  }

  private void ensureRoom(int length) throws IOException {
    if (buffered + length > buffer.length) {
      writeOut();
    }
  }

  private void writeOut() throws IOException {
    try {
      file.append(buffer, 0, buffered);
    } catch (Throwable e) {
      failure = e;
      throw e;
    }
    buffered = 0;
  }

  /** Hands all records to the operating system. */
  public void flush() throws IOException {
    requireWorking();
    if (buffered > 0) {
      writeOut();
    }
  }

  /** Returns when all records survive a loss of power. */
  public void sync() throws IOException {
    flush();
    if (synced < size) {
      try {
        file.sync();
      } catch (Throwable e) {
        failure = e;
        throw e;
      }
      synced = size;
    }
  }

  /**
   * Ends the log: all records are synced, and marked as complete, so that from now on damage is
   * told from a torn end everywhere. Only {@link #close} may follow.
   */
  public void finish() throws IOException {
    sync();
    roomInBlock();
    appendFragment(LogFormat.END, buffer, 0, 0);
    sync();
    failure = new IllegalStateException("the log is finished");
  }

  private void requireWorking() throws IOException {
    if (failure != null) {
      throw new IOException(
          "log " + logNumber + " takes no more writes: " + failure.getMessage(), failure);
    }
  }

  /** Gives the file back without syncing it; what was not flushed is lost. */
  @Override
  public void close() throws IOException {
    if (failure == null) {
      failure = new IllegalStateException("the log is closed");
    }
    file.close();
  }
}
