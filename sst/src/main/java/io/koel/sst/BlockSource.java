package io.koel.sst;

import io.koel.filter.CorruptionException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.Locale;

/**
 * Reads blocks of one file and finds them right: checksum, compression, and for data blocks the
 * place of every entry.
 */
final class BlockSource implements Closeable {

  private final String name;
  private final ReadableFile file;
  private final IoCounter io;

  /** Takes over the file. */
  BlockSource(String name, ReadableFile file, IoCounter io) {
    this.name = name;
    this.file = file;
    this.io = io;
  }

  String name() {
    return name;
  }

  IoCounter io() {
    return io;
  }

  long fileSize() throws IOException {
    return file.size();
  }

  /** Reads bytes that are not a block. The caller counts them. */
  byte[] readRaw(long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    readRaw(offset, bytes, length);
    return bytes;
  }

  void readRaw(long offset, byte[] target, int length) throws IOException {
    try {
      file.readFully(offset, target, 0, length);
    } catch (EOFException e) {
      throw new CorruptionException(
          name + ": the file ends within the " + length + " bytes at offset " + offset, e);
    }
  }

  /**
   * Reads a block that is not compressed; its contents are all but the last bytes of the result.
   */
  byte[] readPlain(BlockKind kind, BlockHandle handle) throws IOException {
    byte[] bytes = readRaw(handle.offset(), handle.storedLength());
    Compression compression = checked(kind, handle.offset(), bytes, 0, handle.length());
    if (compression != Compression.NONE) {
      throw corrupt(kind, handle.offset(), "it is compressed");
    }
    return bytes;
  }

  /**
   * Reads a data block.
   *
   * @param maxPlainLength how long it may be when it is not compressed
   */
  Block readData(BlockHandle handle, int maxPlainLength, int level) throws IOException {
    byte[] bytes = readRaw(handle.offset(), handle.storedLength());
    io.blockRead(BlockKind.DATA, level, ReadSource.DISK, bytes.length);
    return openData(handle, maxPlainLength, bytes, 0);
  }

  /**
   * Opens a data block that was read to {@code bytes}, contents first. If it is not compressed, the
   * result refers to {@code bytes}.
   */
  Block openData(BlockHandle handle, int maxPlainLength, byte[] bytes, int at)
      throws CorruptionException {
    int length = handle.length();
    Compression compression = checked(BlockKind.DATA, handle.offset(), bytes, at, length);
    try {
      if (compression == Compression.NONE) {
        return new Block(bytes, at, at + length);
      }
      byte[] plain = decompress(compression, maxPlainLength, bytes, at, length);
      return new Block(plain, 0, plain.length);
    } catch (CorruptionException e) {
      throw corrupt(BlockKind.DATA, handle.offset(), e.getMessage());
    }
  }

  private static byte[] decompress(
      Compression compression, int maxPlainLength, byte[] bytes, int at, int length)
      throws CorruptionException {
    int compressed = length - Integer.BYTES;
    long possible = Math.min(maxPlainLength, compression.maxPlainLength(compressed));
    int plainLength = compressed < 0 ? -1 : Bytes.getInt(bytes, at);
    if (plainLength < 0 || plainLength > possible) {
      throw new CorruptionException(
          "its plain length is " + plainLength + ", where at most " + possible + " is possible");
    }
    byte[] plain = new byte[plainLength];
    if (!compression.decompress(bytes, at + Integer.BYTES, compressed, plain)) {
      throw new CorruptionException(
          "it cannot be decompressed to " + plainLength + " bytes by " + compression);
    }
    return plain;
  }

  private Compression checked(BlockKind kind, long offset, byte[] bytes, int at, int length)
      throws CorruptionException {
    int stored = Bytes.getInt(bytes, at + length + 1);
    int computed = Bytes.crc(bytes, at, length + 1);
    if (stored != computed) {
      throw corrupt(
          kind,
          offset,
          String.format("checksum is %08x, where the bytes give %08x", stored, computed));
    }
    Compression compression = Compression.ofCode(bytes[at + length]);
    if (compression == null) {
      throw corrupt(kind, offset, "compression " + bytes[at + length] + " is unknown");
    }
    return compression;
  }

  CorruptionException corrupt(BlockKind kind, long offset, String wrong) {
    return new CorruptionException(describe(kind) + " at offset " + offset + ": " + wrong);
  }

  /** File and kind of block, for messages. */
  String describe(BlockKind kind) {
    return name + ": " + kind.name().toLowerCase(Locale.ROOT) + " block";
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
