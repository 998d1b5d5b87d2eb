package io.koel.sst;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;

/**
 * A file read past the page cache.
 *
 * <p>Position, length and memory address of such a read must be multiples of the file system's
 * block size. Each thread has one aligned buffer; a read of any range goes through it in pieces.
 */
final class DirectFile implements ReadableFile {

  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS, ExtendedOpenOption.DIRECT);
  private static final int BUFFER_IN_BYTES = 256 << 10;
  private static final int MAX_ALIGNMENT = 64 << 10;

  private static final ThreadLocal<ByteBuffer> BUFFERS =
      ThreadLocal.withInitial(
          () ->
              ByteBuffer.allocateDirect(BUFFER_IN_BYTES + MAX_ALIGNMENT)
                  .alignedSlice(MAX_ALIGNMENT));

  private final Path path;
  private final int alignment;
  private final SteadyChannel channel;

  DirectFile(Path path) throws IOException {
    this.path = path;
    this.alignment = alignment(path);
    try {
      this.channel = new SteadyChannel(path, READ, READ);
    } catch (UnsupportedOperationException | FileSystemException e) {
      throw refused(path, e);
    }
  }

  private static int alignment(Path path) throws IOException {
    long blockSize;
    try {
      blockSize = Files.getFileStore(path).getBlockSize();
    } catch (UnsupportedOperationException e) {
      throw refused(path, e);
    }
    if (Long.bitCount(blockSize) != 1 || blockSize > MAX_ALIGNMENT) {
      throw new FileSystemException(
          path.toString(), null, "direct I/O with blocks of " + blockSize + " bytes is not known");
    }
    return (int) blockSize;
  }

  private static IOException refused(Path path, Exception cause) {
    IOException refused =
        new FileSystemException(
            path.toString(),
            null,
            "the file system refuses direct I/O, open it buffered (" + cause.getMessage() + ")");
    refused.initCause(cause);
    return refused;
  }

  @Override
  public void readFully(long position, byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    ByteBuffer buffer = BUFFERS.get();
    for (int done = 0; done < length; ) {
      long at = position + done;
      int skip = (int) (at & alignment - 1);
      long wanted = (long) skip + length - done;
      buffer.clear();
      buffer.limit((int) Math.min(buffer.capacity(), wanted + alignment - 1 & -alignment));
      int read = channel.read(buffer, at - skip) - skip;
      if (read <= 0) {
        throw BufferedFile.endOfFile(path, position, length, at);
      }
      int taken = Math.min(read, length - done);
      buffer.get(skip, target, offset + done, taken);
      done += taken;
    }
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
