package io.koel.sst;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A new file of the file system, written from its start to its end. */
final class AppendingFile implements WritableFile {

  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final Set<OpenOption> AGAIN =
      Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private final SteadyChannel channel;
  private long size;

  AppendingFile(Path path) throws IOException {
    channel = new SteadyChannel(path, NEW, AGAIN);
  }

  @Override
  public void append(byte[] bytes, int offset, int length) throws IOException {
    append(ByteBuffer.wrap(bytes, offset, length));
  }

  @Override
  public void append(ByteBuffer bytes) throws IOException {
    int limit = bytes.limit();
    while (bytes.position() < limit) {
      int start = bytes.position();
      bytes.limit(Math.min(limit, start + BufferedFile.CHUNK_IN_BYTES));
      try {
        channel.writeFully(bytes, size);
      } finally {
        bytes.limit(limit);
      }
      size += bytes.position() - start;
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void sync() throws IOException {
    channel.force();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
