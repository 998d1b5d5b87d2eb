package io.koel.sst;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;

/** A file read through the page cache. */
final class BufferedFile implements ReadableFile {

  /**
   * The most that goes through a channel at once. The JDK copies an array's bytes through a native
   * buffer of the same size, which it then keeps for each thread.
   */
  static final int CHUNK_IN_BYTES = 1 << 20;

  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final Path path;
  private final SteadyChannel channel;

  BufferedFile(Path path) throws IOException {
    this.path = path;
    this.channel = new SteadyChannel(path, READ, READ);
  }

  @Override
  public void readFully(long position, byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    ByteBuffer buffer = ByteBuffer.wrap(target, offset, length);
    int end = offset + length;
    while (buffer.position() < end) {
      buffer.limit(Math.min(end, buffer.position() + CHUNK_IN_BYTES));
      long at = position + (buffer.position() - offset);
      if (channel.read(buffer, at) < 0) {
        throw endOfFile(path, position, length, at);
      }
    }
  }

  static EOFException endOfFile(Path path, long position, int length, long end) {
    return new EOFException(
        path + ": " + length + " bytes at position " + position + " reach over its end at " + end);
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
