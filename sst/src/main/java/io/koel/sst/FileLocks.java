package io.koel.sst;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Locks by file.
 *
 * <p>The system's lock keeps other processes out. It does not keep this process out of itself, and
 * POSIX gives a process's lock back when the process closes <em>any</em> descriptor of the file. So
 * what is locked in this process is remembered by the file's identity, and a locked file is never
 * opened a second time.
 */
final class FileLocks {

  private static final Set<Object> HELD = ConcurrentHashMap.newKeySet();

  private FileLocks() {}

  static StorageLock lock(Path path) throws IOException {
    try {
      Files.createFile(path);
    } catch (FileAlreadyExistsException e) {
      // From the holder before.
    }
    Object identity = identity(path);
    if (!HELD.add(identity)) {
      throw new StorageLockedException(path + " is locked by this process");
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw new StorageLockedException(path + " is locked by another process");
      }
      return new Held(identity, channel, lock);
    } catch (OverlappingFileLockException e) {
      close(channel, identity);
      throw new StorageLockedException(path + " is locked by this process");
    } catch (IOException | RuntimeException e) {
      close(channel, identity);
      throw e;
    }
  }

  private static void close(FileChannel channel, Object identity) throws IOException {
    try {
      if (channel != null) {
        channel.close();
      }
    } finally {
      HELD.remove(identity);
    }
  }

  private static Object identity(Path path) throws IOException {
    Object key =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    return key != null ? key : path.toRealPath();
  }

  private static final class Held implements StorageLock {

    private final Object identity;
    private final FileChannel channel;
    private final FileLock lock;
    private boolean closed;

    Held(Object identity, FileChannel channel, FileLock lock) {
      this.identity = identity;
      this.channel = channel;
      this.lock = lock;
    }

    @Override
    public synchronized void close() throws IOException {
      if (!closed) {
        closed = true;
        try {
          lock.release();
        } finally {
          FileLocks.close(channel, identity);
        }
      }
    }
  }
}
