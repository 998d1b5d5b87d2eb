package io.koel.fuzz;

import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.log.LogWriter;
import io.koel.faults.StrictStorage;
import io.koel.filter.HashMix;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** A log's bytes, made by hand: its format is LogFormat's, whose checksums bind to the place. */
final class LogFragments {

  static final long LOG_NUMBER = 9;

  static final int WHOLE = 1;
  static final int FIRST = 2;
  static final int MIDDLE = 3;
  static final int LAST = 4;

  private static final int BLOCK = 32 << 10;
  private static final int FILE_HEADER = 20;
  private static final int HEADER = 11;

  /** The records whose bytes fragments take in turn: a small one, and one that fills a block. */
  private static final byte[][] RECORDS = {batch(3, 50), batch(40, 1_000)};

  private static final byte[] GOOD = good();

  private LogFragments() {}

  private static byte[] batch(int entries, int valueLength) {
    EncodedBatch batch = new EncodedBatch();
    for (int i = 0; i < entries; i++) {
      batch.put(GoodFiles.key(i), new byte[valueLength]);
    }
    batch.delete(GoodFiles.key(entries));
    batch.setFirstSequence(1);
    return Arrays.copyOf(batch.array(), batch.sizeInBytes());
  }

  /** A log of small records, and of one in two fragments. */
  static byte[] goodLog() {
    return GOOD;
  }

  private static byte[] good() {
    try {
      StrictStorage storage = new StrictStorage();
      try (LogWriter log = new LogWriter(storage.create("l"), LOG_NUMBER)) {
        for (int i = 0; i < 6; i++) {
          byte[] record = RECORDS[i == 3 ? 1 : 0];
          log.append(record, 0, record.length);
          log.sync();
        }
      }
      return storage.content("l");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A log of the fragments that an input asks for, three bytes each:
   *
   * <pre>
   * fragment := kind:u8 length:u16    kind: the type in three bits, then one for the record that it
   *                                   takes bytes from, one for a log that was never synced;
   *                                   length 0: all that is left of the record
   * </pre>
   *
   * Whole and first fragments begin a record, the others go on in it. None crosses a block.
   */
  static byte[] assemble(byte[] input, int from) {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    log.writeBytes(Arrays.copyOf(GOOD, FILE_HEADER));
    int taken = 0;
    for (int i = from; i + 3 <= input.length && log.size() < 8 * BLOCK; i += 3) {
      fill(log);
      int type = input[i] & 7;
      byte[] record = RECORDS[input[i] >> 3 & 1];
      taken = type == WHOLE || type == FIRST ? 0 : Math.min(taken, record.length);
      int wanted = (input[i + 1] & 0xff) << 8 | input[i + 2] & 0xff;
      int length = Math.min(wanted == 0 ? BLOCK : wanted, record.length - taken);
      length = Math.min(length, BLOCK - log.size() % BLOCK - HEADER);
      boolean synced = (input[i] >> 4 & 1) == 0;
      log.writeBytes(fragment(type, record, taken, length, log.size(), synced));
      taken += length;
    }
    return log.toByteArray();
  }

  /** No fragment begins where its header has no room. */
  private static void fill(ByteArrayOutputStream log) {
    int room = BLOCK - log.size() % BLOCK;
    if (room < HEADER) {
      log.writeBytes(new byte[room]);
    }
  }

  private static byte[] fragment(
      int type, byte[] record, int from, int length, long position, boolean synced) {
    byte[] bytes = new byte[HEADER + length];
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putShort(4, (short) length).put(6, (byte) type).putInt(7, synced ? 0 : -1);
    System.arraycopy(record, from, bytes, HEADER, length);
    putChecksum(bytes, 0, length, position);
    return bytes;
  }

  private static void putChecksum(byte[] bytes, int at, int length, long position) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, at + 4, HEADER - 4 + length);
    long place = HashMix.mix(position, LOG_NUMBER);
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(at, (int) crc.getValue() ^ (int) (place ^ place >>> 32));
  }

  /** Makes the checksums right of the header and of all fragments that follow each other. */
  static void repair(byte[] log) {
    if (log.length < FILE_HEADER) {
      return;
    }
    Patch.putCrc(log, 0, 16, 16);
    ByteBuffer in = ByteBuffer.wrap(log).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = FILE_HEADER; at + HEADER <= log.length; ) {
      int room = Math.min(BLOCK - at % BLOCK, log.length - at);
      if (room < HEADER) {
        at += room;
        continue;
      }
      int length = in.getShort(at + 4) & 0xffff;
      if (length > room - HEADER) {
        return;
      }
      putChecksum(log, at, length, at);
      at += HEADER + length;
    }
  }
}
