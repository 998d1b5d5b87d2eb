package io.koel.sst;

import java.io.IOException;
import java.util.Arrays;

/**
 * Gets a cursor its blocks, and reads ahead.
 *
 * <p>A scan reads block by block at first, because most scans are short. When it has read some
 * neighbours from disk it reads several at once, twice as much each time. A compaction reads large
 * pieces from the start. Blocks that were read ahead wait in a buffer of the cursor; each of them
 * is counted once, when it is read.
 */
final class CursorBlocks {

  private static final int MAX_WINDOW_IN_BYTES = 256 << 10;
  private static final int FIRST_WINDOW_IN_BYTES = 16 << 10;
  private static final int NEIGHBOURS_BEFORE_READ_AHEAD = 2;

  /** Blocks this near count as neighbours, because those between may be dead. */
  private static final int NEAR = 4;

  private static final int NOTHING_YET = Integer.MIN_VALUE;

  private final TableReader reader;
  private final Index index;
  private final int level;
  private final ReadPurpose purpose;
  private final DeadEntries dead;
  private final boolean mayBeDead;

  private int lastFromDisk = NOTHING_YET;
  private int neighbours;
  private int window = FIRST_WINDOW_IN_BYTES;

  private byte[] buffer;
  private int bufferFrom;
  private int bufferTo;

  private int currentNumber = -1;
  private Block current;
  private long blocksFromDisk;
  private long bytesFromDisk;

  CursorBlocks(TableReader reader, int level, ReadPurpose purpose, DeadEntries dead) {
    this.reader = reader;
    this.index = reader.index();
    this.level = level;
    this.purpose = purpose;
    this.dead = dead;
    this.mayBeDead = dead != DeadEntries.NONE;
  }

  /** Whether a block has no living entry, so that there is no use in reading it. */
  boolean isAllDead(int number) {
    return mayBeDead
        && dead.allDead(index.firstOrdinal(number), index.firstOrdinal(number + 1) - 1);
  }

  /** A block; valid until the next call. Asking for the same one again costs nothing. */
  Block get(int number) throws IOException {
    if (number != currentNumber) {
      currentNumber = -1;
      current = load(number);
      currentNumber = number;
    }
    return current;
  }

  private Block load(int number) throws IOException {
    if (number >= bufferFrom && number < bufferTo) {
      lastFromDisk = number;
      return fromBuffer(number);
    }
    Block cached = reader.cachedBlock(number, level);
    if (cached != null) {
      return cached;
    }
    boolean fromTheStart = number == 0 && lastFromDisk == NOTHING_YET;
    boolean near = number > lastFromDisk && number <= (long) lastFromDisk + NEAR;
    neighbours = near ? neighbours + 1 : fromTheStart ? 1 : 0;
    lastFromDisk = number;
    int to = windowEnd(number);
    if (to > number + 1) {
      readAhead(number, to);
      return fromBuffer(number);
    }
    Block block = reader.readBlock(number, level);
    count(number);
    if (purpose == ReadPurpose.SCAN) {
      reader.keep(number, block);
    }
    return block;
  }

  /** The block after the last one that is worth reading together with {@code number}. */
  private int windowEnd(int number) {
    if (purpose == ReadPurpose.VERIFICATION) {
      return number + 1;
    }
    if (purpose == ReadPurpose.COMPACTION) {
      // The second block shows the direction; a cursor that goes backwards gains nothing.
      window = neighbours > 0 ? MAX_WINDOW_IN_BYTES : 0;
    } else if (neighbours < NEIGHBOURS_BEFORE_READ_AHEAD) {
      window = FIRST_WINDOW_IN_BYTES;
      return number + 1;
    } else {
      window = Math.min(2 * window, MAX_WINDOW_IN_BYTES);
    }
    long end = index.offset(number) + window;
    int to = number + 1;
    while (to < index.blockCount() && index.offset(to + 1) <= end && !isAllDead(to)) {
      to++;
    }
    return to;
  }

  private void readAhead(int from, int to) throws IOException {
    if (buffer == null || buffer.length < window) {
      buffer = new byte[window];
    }
    // Until the read has succeeded, nothing of the buffer is right.
    bufferTo = bufferFrom;
    reader
        .source()
        .readRaw(index.offset(from), buffer, (int) (index.offset(to) - index.offset(from)));
    for (int i = from; i < to; i++) {
      reader
          .source()
          .io()
          .blockRead(BlockKind.DATA, level, ReadSource.DISK, index.block(i).storedLength());
      count(i);
    }
    bufferFrom = from;
    bufferTo = to;
  }

  private Block fromBuffer(int number) throws IOException {
    int at = (int) (index.offset(number) - index.offset(bufferFrom));
    if (purpose == ReadPurpose.COMPACTION || !reader.hasCache()) {
      return reader.openBlock(number, buffer, at);
    }
    byte[] own = Arrays.copyOfRange(buffer, at, at + index.block(number).storedLength());
    Block block = reader.openBlock(number, own, 0);
    reader.keep(number, block);
    return block;
  }

  private void count(int number) {
    blocksFromDisk++;
    bytesFromDisk += index.block(number).storedLength();
  }

  /** How many bytes getting a block may read from disk at most. */
  long bytesToGet(int number) {
    boolean isHere = number == currentNumber || number >= bufferFrom && number < bufferTo;
    return isHere || number >= index.blockCount() ? 0 : index.block(number).storedLength();
  }

  /** How many blocks were read from disk for this cursor. */
  long blocksFromDisk() {
    return blocksFromDisk;
  }

  /** How many bytes these blocks took on disk. */
  long bytesFromDisk() {
    return bytesFromDisk;
  }

  void close() {
    currentNumber = -1;
    current = null;
    buffer = null;
    bufferTo = bufferFrom;
  }
}
