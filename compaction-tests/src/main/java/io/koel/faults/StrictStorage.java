package io.koel.faults;

import io.koel.sst.ReadMode;
import io.koel.sst.ReadableFile;
import io.koel.sst.Storage;
import io.koel.sst.StorageLock;
import io.koel.sst.StorageLockedException;
import io.koel.sst.WritableFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * A storage in memory that keeps no promise it did not give. When its power is cut, appended bytes
 * that were not synced survive sector by sector as kept, zeroed or garbage; creations, renames and
 * deletions without a later directory sync may be undone, in any combination.
 *
 * <p>{@link #cutPowerAtCall} chooses the moment; from then on every call fails. {@link
 * #afterPowerCut} gives what somebody finds who comes back later, and may be asked again with other
 * seeds.
 */
public final class StrictStorage implements Storage {

  private final StrictDirectory directory;
  private final Set<String> locks = new HashSet<>();
  private long calls;
  private long cutAtCall = Long.MAX_VALUE;
  private boolean powerOff;

  public StrictStorage() {
    this(new StrictDirectory());
  }

  private StrictStorage(StrictDirectory directory) {
    this.directory = directory;
  }

  /** The number of calls so far, those on files included. */
  public synchronized long calls() {
    return calls;
  }

  /**
   * Cuts the power at the {@code call}-th call, counted from the storage's beginning. That call and
   * all later ones fail. What the call would have changed may survive, unless it is a sync.
   */
  public synchronized void cutPowerAtCall(long call) {
    cutAtCall = call;
  }

  /** Cuts the power now. */
  public synchronized void cutPower() {
    powerOff = true;
  }

  public synchronized boolean isPowerOff() {
    return powerOff;
  }

  /** The storage as it may be found after the power was cut, chosen by the seed. */
  public synchronized StrictStorage afterPowerCut(long seed) {
    return new StrictStorage(directory.afterPowerCut(new Random(seed)));
  }

  /** Changes bits of one byte of a file. */
  public synchronized void damage(String name, int position, int xor) throws IOException {
    existing(name).damage(position, xor);
  }

  /** A file's bytes. */
  public synchronized byte[] content(String name) throws IOException {
    return existing(name).content();
  }

  @Override
  public synchronized WritableFile create(String name) throws IOException {
    requirePlain(name);
    boolean cut = enter();
    if (directory.get(name) != null) {
      throw new FileAlreadyExistsException(describe(name));
    }
    StrictFile file = new StrictFile();
    directory.bind(name, file);
    leave(cut);
    return new Writer(file);
  }

  @Override
  public synchronized ReadableFile open(String name, ReadMode mode) throws IOException {
    requirePlain(name);
    leave(enter());
    return new Reader(name, existing(name));
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    requirePlain(from);
    requirePlain(to);
    boolean cut = enter();
    existing(from);
    directory.move(from, to);
    leave(cut);
  }

  @Override
  public synchronized void delete(String name) throws IOException {
    requirePlain(name);
    boolean cut = enter();
    existing(name);
    directory.unbind(name);
    leave(cut);
  }

  @Override
  public synchronized List<String> list() throws IOException {
    leave(enter());
    return directory.names();
  }

  @Override
  public synchronized long size(String name) throws IOException {
    requirePlain(name);
    leave(enter());
    return existing(name).length();
  }

  @Override
  public synchronized void syncDirectory() throws IOException {
    leave(enter());
    directory.sync();
  }

  @Override
  public synchronized StorageLock lock(String name) throws IOException {
    requirePlain(name);
    leave(enter());
    if (!locks.add(name)) {
      throw new StorageLockedException(describe(name) + " is locked");
    }
    if (directory.get(name) == null) {
      directory.bind(name, new StrictFile());
    }
    return new Lock(name);
  }

  @Override
  public void link(String name, Storage target) throws IOException {
    if (target instanceof StrictStorage other) {
      StrictFile file;
      synchronized (this) {
        requirePlain(name);
        leave(enter());
        file = existing(name);
      }
      other.adopt(name, file);
      return;
    }
    throw new IOException("a strict storage links to its like only");
  }

  private synchronized void adopt(String name, StrictFile file) throws IOException {
    boolean cut = enter();
    if (directory.get(name) != null) {
      throw new FileAlreadyExistsException(describe(name));
    }
    directory.bind(name, file);
    leave(cut);
  }

  @Override
  public String describe(String name) {
    return "strict/" + name;
  }

  /** Counts a call; true if the power goes off during it. */
  private synchronized boolean enter() throws PowerCutException {
    if (powerOff) {
      throw new PowerCutException();
    }
    calls++;
    return calls >= cutAtCall;
  }

  private synchronized void leave(boolean cut) throws PowerCutException {
    if (cut) {
      powerOff = true;
      throw new PowerCutException();
    }
  }

  private StrictFile existing(String name) throws NoSuchFileException {
    StrictFile file = directory.get(name);
    if (file == null) {
      throw new NoSuchFileException(describe(name));
    }
    return file;
  }

  private static void requirePlain(String name) {
    if (name.isEmpty()
        || name.equals(".")
        || name.equals("..")
        || name.chars().anyMatch(c -> c == '/' || c == '\\' || c == 0)) {
      throw new IllegalArgumentException("'" + name + "' is not a plain file name");
    }
  }

  private final class Lock implements StorageLock {

    private final String name;
    private boolean released;

    Lock(String name) {
      this.name = name;
    }

    @Override
    public void close() {
      synchronized (StrictStorage.this) {
        if (!released) {
          released = true;
          locks.remove(name);
        }
      }
    }
  }

  private final class Writer implements WritableFile {

    private final StrictFile file;
    private boolean closed;

    Writer(StrictFile file) {
      this.file = file;
    }

    @Override
    public void append(byte[] bytes, int offset, int length) throws IOException {
      requireOpen(closed);
      Objects.checkFromIndexSize(offset, length, bytes.length);
      boolean cut = enter();
      file.append(bytes, offset, length);
      leave(cut);
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      append(copy, 0, copy.length);
    }

    @Override
    public long size() {
      return file.length();
    }

    @Override
    public void sync() throws IOException {
      requireOpen(closed);
      leave(enter());
      file.sync();
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private final class Reader implements ReadableFile {

    private final String name;
    private final StrictFile file;
    private volatile boolean closed;

    Reader(String name, StrictFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
      requireOpen(closed);
      Objects.checkFromIndexSize(offset, length, target.length);
      leave(enter());
      if (!file.read(position, target, offset, length)) {
        throw new EOFException(
            describe(name) + ": ends before " + length + " bytes from position " + position);
      }
    }

    @Override
    public long size() throws IOException {
      requireOpen(closed);
      return file.length();
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static void requireOpen(boolean closed) throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }
}
