package io.koel.sst;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A descriptor for nothing but syncing, which an interrupt neither closes nor keeps from telling
 * that the sync failed.
 *
 * <p>The system tells each descriptor only once that bytes could not be stored, and calls the next
 * sync a success. When an interrupt comes while {@link FileChannel#force} waits, that answer is
 * lost: what it throws says only that the channel is closed, and a descriptor that is opened after
 * that was told of nothing. So who syncs a file needs one that is open from the file's beginning to
 * its end, and keeps its answer. {@link AsynchronousFileChannel#force} asks the system in the
 * caller's thread just as the other does, but does not look at interrupts.
 */
final class SyncChannel implements Closeable {

  private static final Set<OpenOption> NEW_FILE =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final Set<OpenOption> DIRECTORY = Set.of(StandardOpenOption.READ);

  private final AsynchronousFileChannel channel;

  private SyncChannel(Path path, Set<OpenOption> options) throws IOException {
    // Its default threads are made for reads and writes, of which there are none.
    channel = AsynchronousFileChannel.open(path, options, null);
  }

  /**
   * Makes a new, empty file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one of this name
   */
  static SyncChannel ofNewFile(Path path) throws IOException {
    return new SyncChannel(path, NEW_FILE);
  }

  static SyncChannel ofDirectory(Path path) throws IOException {
    return new SyncChannel(path, DIRECTORY);
  }

  /** Makes contents and length durable. */
  void sync() throws IOException {
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
