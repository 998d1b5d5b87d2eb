package io.koel.engine.generation;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.sst.ReadMode;
import io.koel.sst.ReadableFile;
import io.koel.sst.Storage;
import io.koel.sst.WritableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What is stored of a table's generation above 0: its dead entries, and its filter without the keys
 * that are wholly dead.
 *
 * <pre>
 * offset  bytes  field (numbers are little-endian)
 *  0      4      magic: the ASCII characters "KGEN"
 *  4      4      format version, 1
 *  8      8      number of the table
 * 16      4      generation, 1 or more
 * 20      8      number of entries of the table
 * 28      8      number of dead entries
 * 36      4      d, length of the dead set
 * 40      4      f, length of the filter block; 0: the table's own filter still serves
 * 44      d      dead set: a RoaringBitmap of ordinals in its portable serialised form
 * 44+d    4      CRC-32C of all bytes before
 * 48+d    f      filter block ({@link FilterBlock})
 * </pre>
 *
 * The two parts have checksums of their own because they are of different weight. A damaged dead
 * set is corruption: entries would come back to life. A damaged filter block costs a rebuild.
 *
 * @param tableNumber the table that this belongs to
 * @param generation 1 or more
 * @param entryCount the table's number of entries, dead ones included
 * @param deadSet the dead entries
 * @param filter the stored filter, if the generation has one of its own and it is undamaged
 * @param filterDamage what is wrong with the stored filter, if it is damaged
 */
public record GenerationFile(
    long tableNumber,
    int generation,
    long entryCount,
    DeadSet deadSet,
    Optional<FilterBlock> filter,
    Optional<CorruptionException> filterDamage) {

  private static final int MAGIC = 'K' | 'G' << 8 | 'E' << 16 | 'N' << 24;
  private static final int FORMAT_VERSION = 1;
  private static final int HEADER_LENGTH = 44;
  private static final int CRC_LENGTH = 4;

  /** No family takes more than half of it. */
  private static final int MAX_FILTER_BYTES_PER_ENTRY = 64;

  /** Room for the filter of a table of few entries. */
  private static final int MIN_FILTER_BYTES = 64 << 10;

  /** No longer file is read, so none may be written. */
  public static final int MAX_LENGTH = 1 << 30;

  /** A generation to be written. */
  public GenerationFile(
      long tableNumber,
      int generation,
      long entryCount,
      DeadSet deadSet,
      Optional<FilterBlock> filter) {
    this(tableNumber, generation, entryCount, deadSet, filter, Optional.empty());
  }

  /**
   * Writes and syncs this as a new file; what could not be written whole is deleted again. A file
   * that was there before stays: after a manifest failed, nobody knows whether it counts.
   *
   * @return the file's length
   */
  public long write(Storage storage, String name) throws IOException {
    byte[] bytes = encode();
    WritableFile created = storage.create(name);
    try (WritableFile file = created) {
      file.append(bytes, 0, bytes.length);
      file.sync();
    } catch (IOException e) {
      try {
        storage.delete(name);
      } catch (IOException stays) {
        // An orphan, which the next open deletes.
        e.addSuppressed(stays);
      }
      throw e;
    }
    return bytes.length;
  }

  /**
   * Reads a generation file. Whatever its length, no more memory is taken than a generation of a
   * table of so many entries can need.
   *
   * @throws CorruptionException if it is not whole up to the dead set, or belongs to another table
   *     or generation; the message names the file
   */
  public static GenerationFile read(
      Storage storage, String name, long tableNumber, int generation, long entryCount)
      throws IOException {
    try (ReadableFile file = storage.open(name, ReadMode.BUFFERED)) {
      return decode(file, tableNumber, generation, entryCount);
    } catch (CorruptionException e) {
      throw new CorruptionException(storage.describe(name) + ": " + e.getMessage(), e);
    }
  }

  byte[] encode() {
    byte[] dead = deadSet.encode();
    byte[] block = filter.map(FilterBlock::encode).orElse(new byte[0]);
    int crcOffset = HEADER_LENGTH + dead.length;
    byte[] bytes = new byte[Math.addExact(crcOffset + CRC_LENGTH, block.length)];
    ByteBuffer out = ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN);
    out.putInt(MAGIC).putInt(FORMAT_VERSION).putLong(tableNumber).putInt(generation);
    out.putLong(entryCount).putLong(deadSet.count()).putInt(dead.length).putInt(block.length);
    out.put(dead);
    out.putInt(crc(bytes, crcOffset));
    out.put(block);
    return bytes;
  }

  static GenerationFile decode(ReadableFile file, long tableNumber, int generation, long entryCount)
      throws IOException {
    long size = file.size();
    check(size >= HEADER_LENGTH + CRC_LENGTH, 0, "%d bytes are too few", size);
    check(size <= MAX_LENGTH, 0, "%d bytes are too many", size);
    ByteBuffer header = ByteBuffer.wrap(read(file, 0, HEADER_LENGTH)).order(LITTLE_ENDIAN);
    check(header.getInt(0) == MAGIC, 0, "magic is %08x", header.getInt(0));
    check(header.getInt(4) == FORMAT_VERSION, 4, "format version %d is unknown", header.getInt(4));
    check(header.getLong(8) == tableNumber, 8, "it is of table %d", header.getLong(8));
    check(header.getInt(16) == generation, 16, "it is generation %d", header.getInt(16));
    check(header.getLong(20) == entryCount, 20, "its table has %d entries", header.getLong(20));
    int deadLength = header.getInt(36);
    // A file that was cut within the filter block is a damaged filter, no more.
    long filterOffset = HEADER_LENGTH + (deadLength & 0xffffffffL) + CRC_LENGTH;
    check(
        deadLength >= 0
            && filterOffset <= size
            && deadLength <= DeadSet.maxEncodedLength(entryCount),
        36,
        "dead set length is %d",
        deadLength);
    DeadSet deadSet = readDeadSet(file, deadLength, entryCount);
    check(
        deadSet.count() == header.getLong(28),
        28,
        "number of dead entries is %d",
        header.getLong(28));
    Optional<FilterBlock> filter = Optional.empty();
    Optional<CorruptionException> damage = Optional.empty();
    try {
      filter = readFilter(file, filterOffset, header.getInt(40), entryCount);
    } catch (CorruptionException e) {
      damage = Optional.of(e);
    }
    return new GenerationFile(tableNumber, generation, entryCount, deadSet, filter, damage);
  }

  private static DeadSet readDeadSet(ReadableFile file, int length, long entryCount)
      throws IOException {
    int crcOffset = HEADER_LENGTH + length;
    byte[] bytes = read(file, 0, crcOffset + CRC_LENGTH);
    ByteBuffer in = ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN);
    int stored = in.getInt(crcOffset);
    int computed = crc(bytes, crcOffset);
    check(
        stored == computed,
        crcOffset,
        "checksum is %08x, where the bytes give %08x",
        stored,
        computed);
    return DeadSet.decode(in.slice(HEADER_LENGTH, length).order(LITTLE_ENDIAN), entryCount);
  }

  private static Optional<FilterBlock> readFilter(
      ReadableFile file, long offset, int length, long entryCount) throws IOException {
    long stored = file.size() - offset;
    check(length == stored, 40, "filter length is %d, where %d bytes are there", length, stored);
    check(length <= maxFilterLength(entryCount), 40, "filter length is %d", length);
    return length == 0
        ? Optional.empty()
        : Optional.of(FilterBlock.decode(read(file, offset, length)));
  }

  /** How long a table's filter may be: far more than any is. */
  private static long maxFilterLength(long entryCount) {
    return Math.min(entryCount, MAX_LENGTH) * MAX_FILTER_BYTES_PER_ENTRY + MIN_FILTER_BYTES;
  }

  private static byte[] read(ReadableFile file, long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    file.readFully(offset, bytes, 0, length);
    return bytes;
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private static void check(boolean right, int offset, String wrong, Object... details)
      throws CorruptionException {
    if (!right) {
      throw new CorruptionException(
          "generation at offset " + offset + ": " + String.format(wrong, details));
    }
  }
}
