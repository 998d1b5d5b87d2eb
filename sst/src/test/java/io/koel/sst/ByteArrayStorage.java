package io.koel.sst;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files in memory, whose bytes tests can take and replace, and whose writes can be made to fail.
 */
class ByteArrayStorage implements Storage {

  private final Map<String, Bytes> files = new TreeMap<>();

  /** How many hold a lock: {@link #ALONE}, or those who share it. */
  private final Map<String, Integer> locks = new HashMap<>();

  private static final int ALONE = -1;

  private static final class Bytes {
    byte[] array = {};
  }

  synchronized byte[] get(String name) throws IOException {
    return file(name).array;
  }

  synchronized void set(String name, byte[] bytes) {
    files.computeIfAbsent(plain(name), n -> new Bytes()).array = bytes;
  }

  private Bytes file(String name) throws IOException {
    Bytes file = files.get(plain(name));
    if (file == null) {
      throw new NoSuchFileException(name);
    }
    return file;
  }

  private static String plain(String name) {
    if (name.isEmpty()
        || name.equals(".")
        || name.equals("..")
        || name.matches("(?s).*[/\\\\\0].*")) {
      throw new IllegalArgumentException("'" + name + "' is not a plain file name");
    }
    return name;
  }

  @Override
  public synchronized WritableFile create(String name) throws IOException {
    if (files.containsKey(plain(name))) {
      throw new FileAlreadyExistsException(name);
    }
    Bytes bytes = new Bytes();
    files.put(name, bytes);
    return new Writing(bytes);
  }

  @Override
  public synchronized ReadableFile open(String name, ReadMode mode) throws IOException {
    return new Reading(name, file(name));
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    plain(to);
    Bytes file = file(from);
    files.remove(from);
    files.put(to, file);
  }

  @Override
  public synchronized void delete(String name) throws IOException {
    file(name);
    files.remove(name);
  }

  @Override
  public synchronized List<String> list() {
    return List.copyOf(files.keySet());
  }

  @Override
  public synchronized long size(String name) throws IOException {
    return file(name).array.length;
  }

  @Override
  public void syncDirectory() {}

  @Override
  public synchronized StorageLock lock(String name) throws IOException {
    if (locks.putIfAbsent(plain(name), ALONE) != null) {
      throw new StorageLockedException(name + " is locked");
    }
    files.computeIfAbsent(name, n -> new Bytes());
    return new Locking(name);
  }

  @Override
  public synchronized StorageLock lockShared(String name) throws IOException {
    file(name);
    if (locks.getOrDefault(name, 0) == ALONE) {
      throw new StorageLockedException(name + " is locked");
    }
    locks.merge(name, 1, Integer::sum);
    return new Locking(name);
  }

  @Override
  public void link(String name, Storage target) throws IOException {
    StorageCopy.copy(this, name, target);
  }

  @Override
  public String describe(String name) {
    return "memory/" + name;
  }

  /** Called before bytes reach a file. */
  protected void beforeAppend(long position, int length) throws IOException {}

  /** Called before a file is synced. */
  protected void beforeSync() throws IOException {}

  private final class Locking implements StorageLock {
    private final String name;
    private boolean closed;

    Locking(String name) {
      this.name = name;
    }

    @Override
    public void close() {
      synchronized (ByteArrayStorage.this) {
        if (!closed) {
          closed = true;
          locks.computeIfPresent(name, (n, holders) -> holders > 1 ? holders - 1 : null);
        }
      }
    }
  }

  private final class Writing implements WritableFile {
    private final Bytes bytes;
    private boolean closed;

    Writing(Bytes bytes) {
      this.bytes = bytes;
    }

    @Override
    public void append(byte[] source, int offset, int length) throws IOException {
      append(ByteBuffer.wrap(source, offset, length));
    }

    @Override
    public void append(ByteBuffer source) throws IOException {
      requireOpen(closed);
      synchronized (ByteArrayStorage.this) {
        int at = bytes.array.length;
        beforeAppend(at, source.remaining());
        int length = source.remaining();
        byte[] longer = Arrays.copyOf(bytes.array, at + length);
        source.get(longer, at, length);
        bytes.array = longer;
      }
    }

    @Override
    public long size() {
      return bytes.array.length;
    }

    @Override
    public void sync() throws IOException {
      requireOpen(closed);
      beforeSync();
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static final class Reading implements ReadableFile {
    private final String name;
    private final Bytes bytes;
    private boolean closed;

    Reading(String name, Bytes bytes) {
      this.name = name;
      this.bytes = bytes;
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
      requireOpen(closed);
      if (position + length > bytes.array.length) {
        throw new EOFException(name + ": " + length + " bytes at position " + position);
      }
      System.arraycopy(bytes.array, (int) position, target, offset, length);
    }

    @Override
    public long size() {
      return bytes.array.length;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static void requireOpen(boolean closed) throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }
}
