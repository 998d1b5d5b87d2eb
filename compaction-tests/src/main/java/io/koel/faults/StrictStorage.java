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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

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

  private final Power power;
  private final StrictDirectory directory;

  /** How many hold a lock: {@link #ALONE}, or those who share it. */
  private final Map<String, Integer> locks = new HashMap<>();

  private static final int ALONE = -1;

  public StrictStorage() {
    this(new Power(), new StrictDirectory());
  }

  private StrictStorage(Power power, StrictDirectory directory) {
    this.power = power;
    this.directory = directory;
  }

  /** Another, empty directory of the same machine: they have one power supply. */
  public StrictStorage sibling() {
    return new StrictStorage(power, new StrictDirectory());
  }

  /** The number of calls so far, those on files and on siblings included. */
  public long calls() {
    return power.calls();
  }

  /**
   * Cuts the power at the {@code call}-th call, counted from the storage's beginning. That call and
   * all later ones fail. What the call would have changed may survive, unless it is a sync.
   */
  public void cutPowerAtCall(long call) {
    power.cutAt(call);
  }

  /** Cuts the power now. */
  public void cutPower() {
    power.cut();
  }

  public boolean isPowerOff() {
    return power.isOff();
  }

  /** The storage as it may be found after the power was cut, chosen by the seed. */
  public synchronized StrictStorage afterPowerCut(long seed) {
    return new StrictStorage(new Power(), directory.afterPowerCut(new Random(seed)));
  }

  /** The same files on another machine, where all of them are durable. */
  public synchronized StrictStorage copy() {
    return new StrictStorage(new Power(), directory.copy());
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
  public WritableFile create(String name) throws IOException {
    return create(name, new StrictFile());
  }

  /** A file with room made in advance: after a power cut zeros may follow what was appended. */
  @Override
  public WritableFile createLog(String name) throws IOException {
    return create(name, StrictFile.withRoomAhead());
  }

  private synchronized WritableFile create(String name, StrictFile file) throws IOException {
    requirePlain(name);
    boolean cut = power.enter();
    if (directory.get(name) != null) {
      throw new FileAlreadyExistsException(describe(name));
    }
    directory.bind(name, file);
    power.leave(cut);
    return new Writer(file);
  }

  @Override
  public synchronized ReadableFile open(String name, ReadMode mode) throws IOException {
    requirePlain(name);
    power.leave(power.enter());
    return new Reader(name, existing(name));
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    requirePlain(from);
    requirePlain(to);
    boolean cut = power.enter();
    existing(from);
    directory.move(from, to);
    power.leave(cut);
  }

  @Override
  public synchronized void delete(String name) throws IOException {
    requirePlain(name);
    boolean cut = power.enter();
    existing(name);
    directory.unbind(name);
    power.leave(cut);
  }

  @Override
  public synchronized List<String> list() throws IOException {
    power.leave(power.enter());
    return directory.names();
  }

  @Override
  public synchronized long size(String name) throws IOException {
    requirePlain(name);
    power.leave(power.enter());
    return existing(name).length();
  }

  @Override
  public synchronized void syncDirectory() throws IOException {
    power.leave(power.enter());
    directory.sync();
  }

  /**
   * A directory sync has failed: all changes of names so far that are not durable may be undone by
   * a loss of power, whatever later syncs report, unless their names are changed again.
   */
  synchronized void failDirectorySync() {
    directory.failSync();
  }

  @Override
  public synchronized StorageLock lock(String name) throws IOException {
    requirePlain(name);
    power.leave(power.enter());
    if (locks.putIfAbsent(name, ALONE) != null) {
      throw new StorageLockedException(describe(name) + " is locked");
    }
    if (directory.get(name) == null) {
      directory.bind(name, new StrictFile());
    }
    return new Lock(name);
  }

  @Override
  public synchronized StorageLock lockShared(String name) throws IOException {
    requirePlain(name);
    power.leave(power.enter());
    existing(name);
    if (locks.getOrDefault(name, 0) == ALONE) {
      throw new StorageLockedException(describe(name) + " is locked");
    }
    locks.merge(name, 1, Integer::sum);
    return new Lock(name);
  }

  @Override
  public void link(String name, Storage target) throws IOException {
    if (target instanceof StrictStorage other) {
      StrictFile file;
      synchronized (this) {
        requirePlain(name);
        power.leave(power.enter());
        file = existing(name);
      }
      other.adopt(name, file);
      return;
    }
    throw new IOException("a strict storage links to its like only");
  }

  private synchronized void adopt(String name, StrictFile file) throws IOException {
    boolean cut = power.enter();
    if (directory.get(name) != null) {
      throw new FileAlreadyExistsException(describe(name));
    }
    directory.bind(name, file);
    power.leave(cut);
  }

  @Override
  public String describe(String name) {
    return "strict/" + name;
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

  /** Counts the calls of all directories of one machine, and fails them from some call on. */
  private static final class Power {

    private long calls;
    private long cutAtCall = Long.MAX_VALUE;
    private boolean off;

    synchronized long calls() {
      return calls;
    }

    synchronized void cutAt(long call) {
      cutAtCall = call;
    }

    synchronized void cut() {
      off = true;
    }

    synchronized boolean isOff() {
      return off;
    }

    /** Counts a call; true if the power goes off during it. */
    synchronized boolean enter() throws PowerCutException {
      if (off) {
        throw new PowerCutException();
      }
      calls++;
      return calls >= cutAtCall;
    }

    synchronized void leave(boolean cut) throws PowerCutException {
      if (cut) {
        off = true;
        throw new PowerCutException();
      }
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
          locks.computeIfPresent(name, (n, holders) -> holders > 1 ? holders - 1 : null);
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
      boolean cut = power.enter();
      file.append(bytes, offset, length);
      power.leave(cut);
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
      power.leave(power.enter());
      file.sync();
    }

    @Override
    public void close() {
      if (!closed && !isPowerOff()) {
        file.giveRoomBack();
      }
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
      power.leave(power.enter());
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
