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
import java.util.HashMap;
import java.util.Map;

/**
 * Locks by file.
 *
 * <p>The system's lock keeps other processes out. It does not keep this process out of itself, and
 * POSIX gives a process's lock back when the process closes <em>any</em> descriptor of the file. So
 * what is locked in this process is remembered by the file's identity, and a locked file is never
 * opened a second time: those who share it here have one descriptor together.
 */
final class FileLocks {

  /** By the files' identities. Guarded by itself, for moments: nothing in here waits. */
  private static final Map<Object, LockedFile> LOCKED = new HashMap<>();

  private FileLocks() {}

  static StorageLock lock(Path path) throws IOException {
    synchronized (LOCKED) {
      try {
        // It opens and closes the file, which is no descriptor of a locked one only in here.
        Files.createFile(path);
      } catch (FileAlreadyExistsException e) {
        // From the holder before.
      }
      Object identity = identity(path);
      if (LOCKED.containsKey(identity)) {
        throw lockedHere(path);
      }
      FileChannel channel = open(path, StandardOpenOption.WRITE);
      return new LockedFile(identity, channel, lock(path, channel, false)).hold();
    }
  }

  static StorageLock lockShared(Path path) throws IOException {
    synchronized (LOCKED) {
      Object identity = identity(path);
      LockedFile locked = LOCKED.get(identity);
      if (locked == null) {
        FileChannel channel = open(path, StandardOpenOption.READ);
        locked = new LockedFile(identity, channel, lock(path, channel, true));
      } else if (!locked.lock.isShared()) {
        throw lockedHere(path);
      }
      return locked.hold();
    }
  }

  private static FileChannel open(Path path, StandardOpenOption access) throws IOException {
    return FileChannel.open(path, access, LinkOption.NOFOLLOW_LINKS);
  }

  private static FileLock lock(Path path, FileChannel channel, boolean shared) throws IOException {
    try {
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, shared);
      if (lock == null) {
        throw new StorageLockedException(path + " is locked by another process");
      }
      return lock;
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw lockedHere(path);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static StorageLockedException lockedHere(Path path) {
    return new StorageLockedException(path + " is locked by this process");
  }

  /**
   * What the file is known by. Only a plain file is one: opening a pipe would wait for its other
   * end, and with it everybody who wants or has a lock.
   */
  private static Object identity(Path path) throws IOException {
    Object key = FileStorage.requirePlain(path).fileKey();
    return key != null ? key : path.toRealPath();
  }

  /** A file on which this process has the system's lock, and how many here hold it together. */
  private static final class LockedFile {

    private final Object identity;
    private final FileChannel channel;
    private final FileLock lock;
    private int holders;

    LockedFile(Object identity, FileChannel channel, FileLock lock) {
      this.identity = identity;
      this.channel = channel;
      this.lock = lock;
    }

    StorageLock hold() {
      assert Thread.holdsLock(LOCKED);
      LOCKED.put(identity, this);
      holders++;
      return new Held(this);
    }

    void letGo() throws IOException {
      synchronized (LOCKED) {
        holders--;
        if (holders == 0) {
          LOCKED.remove(identity);
          try {
            lock.release();
          } finally {
            channel.close();
          }
        }
      }
    }
  }

  private static final class Held implements StorageLock {

    private final LockedFile file;
    private boolean closed;

    Held(LockedFile file) {
      this.file = file;
    }

    @Override
    public synchronized void close() throws IOException {
      if (!closed) {
        closed = true;
        file.letGo();
      }
    }
  }
}
