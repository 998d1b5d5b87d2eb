package io.koel.engine.generation;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.sst.ReadMode;
import io.koel.sst.ReadableFile;
import io.koel.sst.Storage;
import io.koel.sst.WritableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
   * Reads a generation file.
   *
   * @throws CorruptionException if it is not whole up to the dead set, or belongs to another table
   *     or generation; the message names the file
   */
  public static GenerationFile read(
      Storage storage, String name, long tableNumber, int generation, long entryCount)
      throws IOException {
    byte[] bytes;
    try (ReadableFile file = storage.open(name, ReadMode.BUFFERED)) {
      long size = file.size();
      if (size < HEADER_LENGTH + CRC_LENGTH || size > MAX_LENGTH) {
        throw new CorruptionException(
            storage.describe(name) + ": " + size + " bytes cannot be a generation");
      }
      bytes = new byte[(int) size];
      file.readFully(0, bytes, 0, bytes.length);
    }
    try {
      GenerationFile read = decode(bytes);
      check(read.tableNumber == tableNumber, 8, "it is of table %d", read.tableNumber);
      check(read.generation == generation, 16, "it is generation %d", read.generation);
      check(read.entryCount == entryCount, 20, "its table has %d entries", read.entryCount);
      return read;
    } catch (CorruptionException e) {
      throw new CorruptionException(storage.describe(name) + ": " + e.getMessage(), e);
    }
  }

  byte[] encode() {
    byte[] dead = deadSet.encode();
    byte[] block = filter.map(FilterBlock::encode).orElse(new byte[0]);
    int crcOffset = HEADER_LENGTH + dead.length;
    byte[] bytes = new byte[Math.addExact(crcOffset + CRC_LENGTH, block.length)];
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(MAGIC).putInt(FORMAT_VERSION).putLong(tableNumber).putInt(generation);
    out.putLong(entryCount).putLong(deadSet.count()).putInt(dead.length).putInt(block.length);
    out.put(dead);
    out.putInt(crc(bytes, crcOffset));
    out.put(block);
    return bytes;
  }

  static GenerationFile decode(byte[] bytes) throws CorruptionException {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    check(bytes.length >= HEADER_LENGTH + CRC_LENGTH, 0, "%d bytes are too few", bytes.length);
    check(in.getInt(0) == MAGIC, 0, "magic is %08x", in.getInt(0));
    check(in.getInt(4) == FORMAT_VERSION, 4, "format version %d is unknown", in.getInt(4));
    int deadLength = in.getInt(36);
    int filterLength = in.getInt(40);
    // A file that was cut within the filter block is a damaged filter, no more.
    long deadEnd = HEADER_LENGTH + (deadLength & 0xffffffffL) + CRC_LENGTH;
    check(deadLength >= 0 && deadEnd <= bytes.length, 36, "dead set length is %d", deadLength);
    int crcOffset = HEADER_LENGTH + deadLength;
    int stored = in.getInt(crcOffset);
    int computed = crc(bytes, crcOffset);
    check(
        stored == computed,
        crcOffset,
        "checksum is %08x, where the bytes give %08x",
        stored,
        computed);
    long entryCount = in.getLong(20);
    DeadSet deadSet =
        DeadSet.decode(in.slice(HEADER_LENGTH, deadLength).order(in.order()), entryCount);
    check(deadSet.count() == in.getLong(28), 28, "number of dead entries is %d", in.getLong(28));
    Optional<FilterBlock> filter = Optional.empty();
    Optional<CorruptionException> damage = Optional.empty();
    int filterOffset = crcOffset + CRC_LENGTH;
    try {
      check(
          filterLength == bytes.length - filterOffset,
          40,
          "filter length is %d, where %d bytes are there",
          filterLength,
          bytes.length - filterOffset);
      if (filterLength > 0) {
        filter = Optional.of(FilterBlock.decode(bytes, filterOffset, filterLength));
      }
    } catch (CorruptionException e) {
      damage = Optional.of(e);
    }
    return new GenerationFile(in.getLong(8), in.getInt(16), entryCount, deadSet, filter, damage);
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
