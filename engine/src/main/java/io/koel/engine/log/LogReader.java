package io.koel.engine.log;

import static io.koel.engine.log.LogFormat.BLOCK_LENGTH;
import static io.koel.engine.log.LogFormat.FRAGMENT_HEADER_LENGTH;

import io.koel.filter.CorruptionException;
import io.koel.sst.ReadMode;
import io.koel.sst.ReadableFile;
import io.koel.sst.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads a log's records in order: {@code (next record)* next}.
 *
 * <p>A torn end, as a crash may leave it, ends the log quietly, and {@link #torn} tells of it;
 * damage to what had been synced is a {@link CorruptionException} with file and offset. {@link
 * LogFormat} says how the two are told apart.
 *
 * <p>Not thread-safe. REQUIRES: nobody writes to the log meanwhile.
 */
public final class LogReader implements Closeable {

  private static final byte[] ZEROS = new byte[BLOCK_LENGTH];
  private static final int MAX_RECORD_LENGTH = Integer.MAX_VALUE - 64;

  private final ReadableFile file;
  private final String name;
  private final long size;
  private final LogFormat format;

  private final byte[] block = new byte[BLOCK_LENGTH];
  private long blockStart = -1;
  private int blockLength;

  private long position;
  private byte[] assembled = {};
  private byte[] record;
  private int recordOffset;
  private int recordLength;

  private boolean ended;
  private long validLength;
  private long syncedLength;
  private String torn;

  private LogReader(ReadableFile file, String name, long logNumber) throws IOException {
    this.file = file;
    this.name = name;
    this.size = file.size();
    this.format = new LogFormat(logNumber);
  }

  /**
   * Opens a log.
   *
   * @param logNumber the number that its writer was given
   * @throws CorruptionException if it is another log, or damaged in its synced part
   */
  public static LogReader open(Storage storage, String name, long logNumber) throws IOException {
    ReadableFile file = storage.open(name, ReadMode.BUFFERED);
    try {
      LogReader reader = new LogReader(file, storage.describe(name), logNumber);
      reader.readFileHeader();
      return reader;
    } catch (Throwable e) {
      try {
        file.close();
      } catch (IOException onClose) {
        e.addSuppressed(onClose);
      }
      throw e;
    }
  }

  private void readFileHeader() throws IOException {
    load(0);
    if (blockLength < LogFormat.FILE_HEADER_LENGTH) {
      end(0, blockLength == 0 ? null : "the file ends inside of its header");
    } else if (format.isFileHeader(block, 0, name)) {
      position = LogFormat.FILE_HEADER_LENGTH;
      validLength = position;
    } else {
      endOrThrow(0, 0, "the header is not whole");
    }
  }

  /** Moves to the next record; false at the log's end. */
  public boolean next() throws IOException {
    if (ended) {
      return false;
    }
    recordLength = 0;
    long start = -1;
    while (true) {
      skipFiller();
      if (start < 0) {
        start = position;
      }
      if (position >= size) {
        end(start, start == position ? null : "the file ends inside of a record");
        return false;
      }
      int at = (int) (position - blockStart);
      String wrong = wrongAt(at, start < position);
      if (wrong != null) {
        endOrThrow(start, position, wrong);
        return false;
      }
      syncedLength = Math.max(syncedLength, LogFormat.synced(block, at, position));
      int type = LogFormat.type(block, at);
      if (type == LogFormat.END) {
        end(position + FRAGMENT_HEADER_LENGTH, null);
        return false;
      }
      take(type, at);
      position += FRAGMENT_HEADER_LENGTH + LogFormat.length(block, at);
      if (type == LogFormat.WHOLE || type == LogFormat.LAST) {
        validLength = position;
        return true;
      }
    }
  }

  private void skipFiller() throws IOException {
    int room = BLOCK_LENGTH - (int) (position & BLOCK_LENGTH - 1);
    if (room < FRAGMENT_HEADER_LENGTH) {
      position = Math.min(position + room, size);
    }
    if (position < size) {
      load(position & -BLOCK_LENGTH);
    }
  }

  /** What speaks against the fragment at this place of the block, or null. */
  private String wrongAt(int at, boolean insideRecord) {
    if (!format.isFragment(block, at, blockLength - at, position)) {
      return "the fragment is not whole";
    }
    int type = LogFormat.type(block, at);
    boolean continues = type == LogFormat.MIDDLE || type == LogFormat.LAST;
    if (continues != insideRecord) {
      return "the fragment's type " + type + " is out of order";
    }
    return recordLength > MAX_RECORD_LENGTH - LogFormat.length(block, at)
        ? "the record is too long"
        : null;
  }

  private void take(int type, int at) {
    int offset = at + FRAGMENT_HEADER_LENGTH;
    int length = LogFormat.length(block, at);
    if (type == LogFormat.WHOLE) {
      record = block;
      recordOffset = offset;
      recordLength = length;
      return;
    }
    int needed = recordLength + length;
    if (needed > assembled.length) {
      long larger = Math.max(needed, Math.min(2L * assembled.length, MAX_RECORD_LENGTH));
      assembled = Arrays.copyOf(assembled, (int) larger);
    }
    System.arraycopy(block, offset, assembled, recordLength, length);
    record = assembled;
    recordOffset = 0;
    recordLength = needed;
  }

  private void load(long start) throws IOException {
    if (start != blockStart) {
      blockLength = (int) Math.min(BLOCK_LENGTH, size - start);
      file.readFully(start, block, 0, blockLength);
      blockStart = start;
    }
  }

  private void end(long validLength, String torn) {
    ended = true;
    recordLength = 0;
    this.validLength = validLength;
    this.torn = torn;
  }

  /** Decides whether the log is torn or damaged at {@code bad}, in the record at {@code start}. */
  private void endOrThrow(long start, long bad, String wrong) throws IOException {
    boolean onlyZeros = lookAfter(bad);
    if (syncedLength > bad) {
      throw new CorruptionException(
          String.format(
              "%s at offset %d: %s, though the log was synced up to offset %d",
              name, bad, wrong, syncedLength));
    }
    // A file that was made longer in advance ends in zeros when its writer could not close it.
    end(start, onlyZeros && start == bad ? null : wrong + " at offset " + bad);
  }

  /**
   * Asks all good fragments after a bad one how far the log was synced. In the bad one's block they
   * are looked for at every offset, in each later block from its beginning to its first bad one:
   * one block of garbage may cost a checksum per byte, but not a file of it. Says whether there are
   * only zeros.
   */
  private boolean lookAfter(long bad) throws IOException {
    load(bad & -BLOCK_LENGTH);
    int at = (int) (bad - blockStart);
    boolean onlyZeros = isZeroFrom(at);
    if (!onlyZeros) {
      at++;
      while (at < blockLength) {
        at = Math.max(at + 1, afterFragmentsFrom(at));
      }
    }
    for (long start = blockStart + BLOCK_LENGTH; start < size; start += BLOCK_LENGTH) {
      load(start);
      onlyZeros &= isZeroFrom(0);
      afterFragmentsFrom(0);
    }
    return onlyZeros;
  }

  private boolean isZeroFrom(int at) {
    return Arrays.equals(block, at, blockLength, ZEROS, at, blockLength);
  }

  /** Asks the good fragments that follow each other from here on; gives the offset after them. */
  private int afterFragmentsFrom(int at) {
    while (format.isFragment(block, at, blockLength - at, blockStart + at)) {
      syncedLength = Math.max(syncedLength, LogFormat.synced(block, at, blockStart + at));
      at += FRAGMENT_HEADER_LENGTH + LogFormat.length(block, at);
    }
    return at;
  }

  /** The array that holds the record; until the next call of {@link #next}. */
  public byte[] record() {
    return record;
  }

  public int recordOffset() {
    return recordOffset;
  }

  public int recordLength() {
    return recordLength;
  }

  /** Where the last good record ends. */
  public long validLength() {
    return validLength;
  }

  /**
   * After the end: why the log ends where it does, if there is more than zeros after it. What is
   * torn off was never promised, so this is for information.
   */
  public Optional<String> torn() {
    return Optional.ofNullable(torn);
  }

  /** The highest synced end that the records seen so far speak of. */
  public long syncedLength() {
    return syncedLength;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
