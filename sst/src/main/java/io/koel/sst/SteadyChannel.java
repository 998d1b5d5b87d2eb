package io.koel.sst;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;

/**
 * A file channel that an interrupt does not break.
 *
 * <p>{@link FileChannel} closes itself when a thread is interrupted inside of it, and with that
 * fails the calls of all other threads. A storage engine cannot have a caller's {@code
 * Future.cancel(true)} close its tables. So a set interrupt flag is put aside during each call and
 * set again after it; and if an interrupt comes just then and closes the channel, the file is
 * opened again and the call repeated. All calls are positional, so that repeating one does no harm.
 * The reopened file is checked to be the same one, not a newer one of the same name.
 *
 * <p>A sync is not among them: repeating it does harm. {@link SyncChannel} does that.
 */
final class SteadyChannel implements Closeable {

  private final Path path;
  private final Set<? extends OpenOption> reopenOptions;
  private final Object fileKey;

  private volatile FileChannel channel;
  private boolean closed;

  /**
   * Opens a file.
   *
   * @param openOptions how to open it the first time
   * @param reopenOptions how to open it after an interrupt, when it exists already
   */
  SteadyChannel(
      Path path, Set<? extends OpenOption> openOptions, Set<? extends OpenOption> reopenOptions)
      throws IOException {
    this.path = path;
    this.reopenOptions = reopenOptions;
    this.channel = FileChannel.open(path, openOptions);
    try {
      this.fileKey = fileKey(path);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** One positional read; see {@link FileChannel#read(ByteBuffer, long)}. */
  int read(ByteBuffer target, long position) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      for (int start = target.position(); ; target.position(start)) {
        FileChannel current = channel;
        try {
          return current.read(target, position);
        } catch (ClosedChannelException e) {
          interrupted |= reopen(current, e);
        }
      }
    } finally {
      restore(interrupted);
    }
  }

  /** Writes all remaining bytes at a position. */
  void writeFully(ByteBuffer source, long position) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      int start = source.position();
      while (source.hasRemaining()) {
        FileChannel current = channel;
        try {
          current.write(source, position + (source.position() - start));
        } catch (ClosedChannelException e) {
          // How much of it was written is unknown: the same bytes go to the same place again.
          interrupted |= reopen(current, e);
          source.position(start);
        }
      }
    } finally {
      restore(interrupted);
    }
  }

  /** Maps a part of the file, for reading and writing. */
  MappedByteBuffer map(long position, int length) throws IOException {
    return repeat(current -> current.map(FileChannel.MapMode.READ_WRITE, position, length));
  }

  /** Cuts the file off, if it is longer. */
  void truncate(long length) throws IOException {
    repeat(current -> current.truncate(length));
  }

  long size() throws IOException {
    return repeat(FileChannel::size);
  }

  @FunctionalInterface
  private interface Call<T> {
    T on(FileChannel channel) throws IOException;
  }

  /** Makes a call again until no interrupt comes between. */
  private <T> T repeat(Call<T> call) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        FileChannel current = channel;
        try {
          return call.on(current);
        } catch (ClosedChannelException e) {
          interrupted |= reopen(current, e);
        }
      }
    } finally {
      restore(interrupted);
    }
  }

  /**
   * Puts another channel in the place of a broken one; says whether this thread was interrupted.
   */
  private synchronized boolean reopen(FileChannel broken, ClosedChannelException cause)
      throws IOException {
    // Opening would fail at once with the flag set.
    boolean interrupted = Thread.interrupted() || cause instanceof ClosedByInterruptException;
    if (closed) {
      restore(interrupted);
      throw cause;
    }
    if (channel == broken) {
      FileChannel fresh = FileChannel.open(path, reopenOptions);
      try {
        requireSameFile();
      } catch (IOException e) {
        fresh.close();
        throw e;
      }
      channel = fresh;
    }
    return interrupted;
  }

  private void requireSameFile() throws IOException {
    if (!Objects.equals(fileKey, fileKey(path))) {
      throw new FileSystemException(
          path.toString(), null, "was replaced while it was being reopened after an interrupt");
    }
  }

  private static Object fileKey(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Does what an interrupt in the middle of a call does. */
  void breakForTest() throws IOException {
    channel.close();
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    channel.close();
  }
}
