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

  private static final Set<OpenOption> WRITE =
      Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private final NewFile file;
  private long size;

  AppendingFile(Path path) throws IOException {
    file = new NewFile(path, WRITE);
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
        file.channel().writeFully(bytes, size);
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
    file.sync();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
