package io.koel.engine.log;

import io.koel.filter.CorruptionException;
import io.koel.filter.HashMix;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The log's bytes: a header, then records in fragments.
 *
 * <pre>
 * offset  bytes  header (numbers are little-endian)
 *  0      4      magic: the ASCII characters "KLOG"
 *  4      1      version of the format, 1
 *  5      3      0
 *  8      8      log number
 * 16      4      CRC-32C of all bytes before
 * 20             the first fragment
 *
 * offset  bytes  fragment
 *  0      4      CRC-32C of all bytes after, XORed with a hash of log number and file offset
 *  4      2      n, length of the payload
 *  6      1      type: 1 whole record, 2 a record's first, 3 middle, 4 last fragment, 5 end of log
 *  7      4      how far before this fragment the synced part ends; ffffffff: not known
 * 11      n      payload
 * </pre>
 *
 * No fragment crosses a multiple of 32 KiB, so that a reader finds its way again after a damaged
 * place. Where fewer than 11 bytes are left before one, they are filled with 0. A record is the
 * payloads of its fragments; it is there as a whole or not at all. A type 5 fragment has no payload
 * and ends a log that was closed in order.
 *
 * <p>The checksum's XOR binds a fragment to its log and its place: what another log left in a
 * recycled file, or a block that a disk wrote to the wrong address, is no fragment. It costs no
 * byte.
 *
 * <p><b>Torn or damaged?</b> After a loss of power, everything that was not synced may be missing,
 * zero or garbage, in any order: a good record may well follow a bad one. What was synced must be
 * there. Every fragment says how far its log was synced when it was written, so the two can be told
 * apart. Let d be the offset of the first bad fragment, and s the highest synced end that any good
 * fragment before or after d speaks of:
 *
 * <ul>
 *   <li>s &gt; d: the bytes at d had been on the disk. They are damaged: a {@link
 *       CorruptionException}.
 *   <li>s &lt;= d: nobody was promised the bytes at d. The log is torn there and ends before the
 *       record that d belongs to; good records after d are dropped, so that the writes that survive
 *       are a prefix of those that were made.
 * </ul>
 *
 * Zeros up to the file's end are no tear: files are made longer in advance.
 *
 * <p>A sync ends between records, so s never falls inside of the record at d. What no rule can tell
 * is damage to the newest synced records when nothing was written after them: it looks like a torn
 * end. A log that was closed in order has its type 5 fragment after them, so that it has no such
 * gap.
 */
final class LogFormat {

  static final int BLOCK_LENGTH = 32 << 10;
  static final int FILE_HEADER_LENGTH = 20;
  static final int FRAGMENT_HEADER_LENGTH = 11;

  static final int WHOLE = 1;
  static final int FIRST = 2;
  static final int MIDDLE = 3;
  static final int LAST = 4;
  static final int END = 5;

  private static final int MAGIC = 'K' | 'L' << 8 | 'O' << 16 | 'G' << 24;
  private static final int VERSION = 1;
  private static final int UNKNOWN_DISTANCE = -1;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private final CRC32C crc = new CRC32C();
  private final long logNumber;

  /** The format of one log's writer or reader. */
  LogFormat(long logNumber) {
    this.logNumber = logNumber;
  }

  /** Writes the file's header. */
  void putFileHeader(byte[] array, int at) {
    INT.set(array, at, MAGIC);
    INT.set(array, at + 4, VERSION);
    LONG.set(array, at + 8, logNumber);
    INT.set(array, at + 16, checksum(array, at, 16));
  }

  /**
   * Whether a file's header stands here. One of another log or of an unknown version was written
   * so: it is no torn end.
   */
  boolean isFileHeader(byte[] array, int at, String name) throws CorruptionException {
    if ((int) INT.get(array, at) != MAGIC
        || (int) INT.get(array, at + 16) != checksum(array, at, 16)) {
      return false;
    }
    int version = (int) INT.get(array, at + 4);
    if (version != VERSION) {
      throw new CorruptionException(
          name + " at offset 4: version " + version + " of the log format is unknown");
    }
    long number = (long) LONG.get(array, at + 8);
    if (number != logNumber) {
      throw new CorruptionException(
          name + " at offset 8: is log " + number + ", where log " + logNumber + " belongs");
    }
    return true;
  }

  /**
   * Writes a fragment's header before its payload.
   *
   * @param position the fragment's offset in the file
   * @param synced the end of the file's synced part
   */
  void putFragmentHeader(byte[] array, int at, int type, int length, long position, long synced) {
    long distance = position - synced;
    SHORT.set(array, at + 4, (short) length);
    array[at + 6] = (byte) type;
    INT.set(array, at + 7, distance > 0xfffffffeL ? UNKNOWN_DISTANCE : (int) distance);
    INT.set(array, at, fragmentChecksum(array, at, length, position));
  }

  /**
   * Whether a good fragment begins here.
   *
   * @param room the number of bytes from {@code at} to the end of the block or of the file
   * @param position the offset in the file
   */
  boolean isFragment(byte[] array, int at, int room, long position) {
    if (room < FRAGMENT_HEADER_LENGTH) {
      return false;
    }
    int type = type(array, at);
    int length = length(array, at);
    return type >= WHOLE
        && type <= END
        && length <= room - FRAGMENT_HEADER_LENGTH
        && (int) INT.get(array, at) == fragmentChecksum(array, at, length, position);
  }

  static int type(byte[] array, int at) {
    return array[at + 6];
  }

  static int length(byte[] array, int at) {
    return (short) SHORT.get(array, at + 4) & 0xffff;
  }

  /** The end of the synced part that a fragment speaks of. */
  static long synced(byte[] array, int at, long position) {
    int distance = (int) INT.get(array, at + 7);
    return distance == UNKNOWN_DISTANCE ? 0 : Math.max(0, position - (distance & 0xffffffffL));
  }

  private int fragmentChecksum(byte[] array, int at, int length, long position) {
    long place = HashMix.mix(position, logNumber);
    return checksum(array, at + 4, FRAGMENT_HEADER_LENGTH - 4 + length)
        ^ (int) (place ^ place >>> 32);
  }

  private int checksum(byte[] array, int offset, int length) {
    crc.reset();
    crc.update(array, offset, length);
    return (int) crc.getValue();
  }
}
