package io.koel.faults;

import io.koel.sst.ReadMode;
import io.koel.sst.ReadableFile;
import io.koel.sst.Storage;
import io.koel.sst.StorageLock;
import io.koel.sst.WritableFile;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Another storage whose calls fail as a {@link FaultPlan} says, and whose disk may be full.
 *
 * <p>Failures are as nasty as real ones. An append that fails has written a part, also when the
 * disk is full. A sync that fails has lost the bytes for good, yet the next sync of that file
 * reports success, as on Linux: who retries it and believes the answer loses data. So it is with
 * the names of a directory, above a {@link StrictStorage}. And a call on a name that fails may have
 * happened, if {@link #letFailedChangesHappen} wants it so, as where a server did it and its answer
 * was lost.
 */
public final class FaultyStorage implements Storage {

  private final Storage storage;
  private final AtomicLong room = new AtomicLong(Long.MAX_VALUE);
  private final AtomicLong faults = new AtomicLong();
  private volatile FaultPlan plan = FaultPlan.NONE;
  private volatile BooleanSupplier happens = () -> false;

  public FaultyStorage(Storage storage) {
    this.storage = storage;
  }

  /** Another plan, from the next call on. */
  public void setPlan(FaultPlan plan) {
    this.plan = plan;
  }

  public FaultPlan plan() {
    return plan;
  }

  /** Appends fail with "no space left" when so many more bytes were written. */
  public void setRoom(long bytes) {
    room.set(bytes);
  }

  /** From now on, every other creation, renaming, deletion or link that fails is done before. */
  public void letFailedChangesHappen(long seed) {
    Random random = new Random(seed);
    happens =
        () -> {
          synchronized (random) {
            return random.nextBoolean();
          }
        };
  }

  /** How many calls were made to fail. */
  public long faults() {
    return faults.get();
  }

  private void before(StorageCall call, String name) throws IOException {
    try {
      plan.beforeCall(call, name);
    } catch (IOException e) {
      faults.incrementAndGet();
      throw e;
    }
  }

  /** Something that changes names. */
  @FunctionalInterface
  private interface Change {
    void run() throws IOException;
  }

  /** Fails before a change, or when it has happened. */
  private void before(StorageCall call, String name, Change change) throws IOException {
    try {
      before(call, name);
    } catch (IOException e) {
      if (happens.getAsBoolean()) {
        tryRun(change);
      }
      throw e;
    }
  }

  private static void tryRun(Change change) {
    try {
      change.run();
    } catch (IOException impossible) {
      // Such as the deletion of what is not there: then it fails without having happened.
    }
  }

  @Override
  public WritableFile create(String name) throws IOException {
    before(StorageCall.CREATE, name, () -> storage.create(name).close());
    return new Writer(name, storage.create(name));
  }

  @Override
  public WritableFile createLog(String name) throws IOException {
    before(StorageCall.CREATE, name, () -> storage.createLog(name).close());
    return new Writer(name, storage.createLog(name));
  }

  @Override
  public ReadableFile open(String name, ReadMode mode) throws IOException {
    before(StorageCall.OPEN, name);
    return new Reader(name, storage.open(name, mode));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    before(StorageCall.RENAME, to, () -> storage.rename(from, to));
    storage.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    before(StorageCall.DELETE, name, () -> storage.delete(name));
    storage.delete(name);
  }

  @Override
  public List<String> list() throws IOException {
    before(StorageCall.LIST, "");
    return storage.list();
  }

  @Override
  public long size(String name) throws IOException {
    before(StorageCall.SIZE, name);
    return storage.size(name);
  }

  @Override
  public void syncDirectory() throws IOException {
    try {
      before(StorageCall.SYNC_DIRECTORY, "");
    } catch (IOException e) {
      if (storage instanceof StrictStorage strict) {
        strict.failDirectorySync();
      }
      throw e;
    }
    storage.syncDirectory();
  }

  @Override
  public StorageLock lock(String name) throws IOException {
    before(StorageCall.LOCK, name);
    return storage.lock(name);
  }

  @Override
  public StorageLock lockShared(String name) throws IOException {
    before(StorageCall.LOCK_SHARED, name);
    return storage.lockShared(name);
  }

  @Override
  public void link(String name, Storage target) throws IOException {
    Storage to = target instanceof FaultyStorage faulty ? faulty.storage : target;
    before(StorageCall.LINK, name, () -> storage.link(name, to));
    storage.link(name, to);
  }

  @Override
  public String describe(String name) {
    return storage.describe(name);
  }

  /** A file that could not be closed is not open any more. */
  private void closeOrFail(StorageCall call, String name, Closeable file) throws IOException {
    try {
      before(call, name);
    } finally {
      file.close();
    }
  }

  private final class Writer implements WritableFile {

    private final String name;
    private final WritableFile file;
    private boolean syncFailed;

    Writer(String name, WritableFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public void append(byte[] bytes, int offset, int length) throws IOException {
      try {
        before(StorageCall.APPEND, name);
      } catch (IOException e) {
        file.append(bytes, offset, length / 2);
        throw e;
      }
      long left = room.addAndGet(-length);
      if (left < 0) {
        faults.incrementAndGet();
        file.append(bytes, offset, (int) Math.max(0, left + length));
        throw Injected.fullDisk(describe(name));
      }
      file.append(bytes, offset, length);
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      append(copy, 0, copy.length);
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void sync() throws IOException {
      try {
        before(StorageCall.SYNC, name);
      } catch (IOException e) {
        syncFailed = true;
        throw e;
      }
      if (!syncFailed) {
        file.sync();
      }
    }

    @Override
    public void close() throws IOException {
      closeOrFail(StorageCall.CLOSE_WRITTEN, name, file);
    }
  }

  private final class Reader implements ReadableFile {

    private final String name;
    private final ReadableFile file;

    Reader(String name, ReadableFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
      try {
        before(StorageCall.READ, name);
      } catch (EOFException shortRead) {
        file.readFully(position, target, offset, length / 2);
        throw shortRead;
      }
      file.readFully(position, target, offset, length);
    }

    @Override
    public long size() throws IOException {
      before(StorageCall.SIZE, name);
      return file.size();
    }

    @Override
    public void close() throws IOException {
      closeOrFail(StorageCall.CLOSE_READ, name, file);
    }
  }
}
