package io.koel.faults;

import java.util.Arrays;
import java.util.Random;

/**
 * A file's bytes, with the length up to which they are durable. Names are the directory's business:
 * one file may have several, or none.
 */
final class StrictFile {

  static final int SECTOR = 512;
  private static final int MAX_ROOM_AHEAD = 4096;

  private byte[] bytes = {};
  private int length;
  private int syncedLength;
  private boolean hasRoomAhead;

  /** A file that is longer on the disk than what was appended, until {@link #giveRoomBack}. */
  static StrictFile withRoomAhead() {
    StrictFile file = new StrictFile();
    file.hasRoomAhead = true;
    return file;
  }

  synchronized void giveRoomBack() {
    hasRoomAhead = false;
  }

  synchronized void append(byte[] from, int offset, int count) {
    int needed = Math.addExact(length, count);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
    System.arraycopy(from, offset, bytes, length, count);
    length = needed;
  }

  synchronized void sync() {
    syncedLength = length;
  }

  synchronized int length() {
    return length;
  }

  /** False if the file ends before. */
  synchronized boolean read(long position, byte[] target, int offset, int count) {
    if (position < 0 || position + count > length) {
      return false;
    }
    System.arraycopy(bytes, (int) position, target, offset, count);
    return true;
  }

  /**
   * What is there after the power was cut: all that was synced, and of each further sector either
   * what was written, zeros, or garbage. The file ends somewhere behind the synced part, or has
   * zeros after all of it if it had room ahead.
   */
  synchronized StrictFile afterPowerCut(Random random) {
    StrictFile survivor = new StrictFile();
    int end =
        syncedLength + (length == syncedLength ? 0 : random.nextInt(length - syncedLength + 1));
    survivor.bytes = Arrays.copyOf(bytes, end);
    // One outcome for most files, so that "all kept" and "all lost" are as common as mixtures.
    int mood = random.nextInt(4);
    for (int at = syncedLength; at < end; ) {
      int sectorEnd = Math.min(end, (at / SECTOR + 1) * SECTOR);
      int fate = mood < 3 ? mood : random.nextInt(3);
      switch (fate) {
        case 0 -> {} // kept
        case 1 -> Arrays.fill(survivor.bytes, at, sectorEnd, (byte) 0);
        default -> fillWithGarbage(survivor.bytes, at, sectorEnd, random);
      }
      at = sectorEnd;
    }
    int zeros = hasRoomAhead && random.nextBoolean() ? random.nextInt(MAX_ROOM_AHEAD) : 0;
    survivor.bytes = Arrays.copyOf(survivor.bytes, end + zeros);
    survivor.length = end + zeros;
    survivor.syncedLength = end + zeros;
    return survivor;
  }

  /** The same bytes, all of them durable. */
  synchronized StrictFile copy() {
    StrictFile copy = new StrictFile();
    copy.bytes = Arrays.copyOf(bytes, length);
    copy.length = length;
    copy.syncedLength = length;
    return copy;
  }

  private static void fillWithGarbage(byte[] bytes, int from, int to, Random random) {
    for (int i = from; i < to; i++) {
      bytes[i] = (byte) random.nextInt();
    }
  }

  /** Changes one byte, for tests of damage. */
  synchronized void damage(int position, int xor) {
    bytes[position] ^= (byte) xor;
  }

  synchronized byte[] content() {
    return Arrays.copyOf(bytes, length);
  }
}
