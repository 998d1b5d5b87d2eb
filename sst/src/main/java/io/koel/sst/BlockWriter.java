package io.koel.sst;

import io.airlift.compress.Compressor;
import java.io.Closeable;
import java.io.IOException;

/** Writes blocks one after another, each with its checksum, through a buffer. */
final class BlockWriter implements Closeable {

  private static final int BUFFER_IN_BYTES = 256 << 10;

  private final WritableFile file;
  private final Compression compression;
  private final Compressor compressor;
  private final ByteWriter buffer = new ByteWriter(BUFFER_IN_BYTES);
  private byte[] compressed = {};

  /** Takes over the file. */
  BlockWriter(WritableFile file, Compression compression) {
    this.file = file;
    this.compression = compression;
    this.compressor = compression == Compression.NONE ? null : compression.newCompressor();
  }

  /** How many bytes were written so far. */
  long position() {
    return file.size() + buffer.length();
  }

  void writePlain(byte[] contents) throws IOException {
    write(contents, contents.length, Compression.NONE);
  }

  /** Writes a data block, compressed if that makes it smaller; returns its contents' length. */
  int writeData(ByteWriter plain) throws IOException {
    if (compressor != null) {
      int length = compress(plain);
      if (length < plain.length()) {
        write(compressed, length, compression);
        return length;
      }
    }
    write(plain.array(), plain.length(), Compression.NONE);
    return plain.length();
  }

  private int compress(ByteWriter plain) {
    int room = Math.addExact(Integer.BYTES, compressor.maxCompressedLength(plain.length()));
    if (compressed.length < room) {
      compressed = new byte[room];
    }
    Bytes.putInt(compressed, 0, plain.length());
    int length =
        compressor.compress(
            plain.array(), 0, plain.length(), compressed, Integer.BYTES, room - Integer.BYTES);
    return Integer.BYTES + length;
  }

  private void write(byte[] contents, int length, Compression how) throws IOException {
    if (buffer.length() + length + TableFormat.BLOCK_TRAILER_LENGTH > BUFFER_IN_BYTES) {
      flush();
    }
    int start = buffer.length();
    buffer.put(contents, 0, length).put(how.code());
    buffer.putInt(Bytes.crc(buffer.array(), start, length + 1));
  }

  private void flush() throws IOException {
    file.append(buffer.array(), 0, buffer.length());
    buffer.clear();
  }

  /** Writes the footer, syncs and closes. */
  void finish(byte[] footer) throws IOException {
    buffer.put(footer, 0, footer.length);
    flush();
    file.sync();
    file.close();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
