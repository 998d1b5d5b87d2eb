package io.koel.engine.files;

import io.koel.sst.ReadMode;
import io.koel.sst.ReadableFile;
import io.koel.sst.Storage;
import io.koel.sst.StorageLock;
import io.koel.sst.WritableFile;
import java.io.IOException;
import java.util.List;

/**
 * A store's storage, whose directory is not synced again after that has failed once: the system may
 * have dropped the names that it could not store, and would call the second try a success. All else
 * goes to the storage below. (A file is synced by one thread, which sees to it that a failed sync
 * of it is the last; the directory is everybody's.)
 */
public final class FailStopStorage implements Storage {

  private final Storage base;

  /** Held while the directory is synced: nobody's success may come after another's failure. */
  private final Object syncing = new Object();

  private Throwable failure;

  public FailStopStorage(Storage base) {
    this.base = base;
  }

  /** Syncs the directory, unless that has failed before: then it fails with that cause. */
  @Override
  public void syncDirectory() throws IOException {
    synchronized (syncing) {
      if (failure != null) {
        throw new IOException("the directory's sync has failed before: " + failure, failure);
      }
      try {
        base.syncDirectory();
      } catch (IOException | RuntimeException | Error e) {
        failure = e;
        throw e;
      }
    }
  }

  @Override
  public WritableFile create(String name) throws IOException {
    return base.create(name);
  }

  @Override
  public WritableFile createLog(String name) throws IOException {
    return base.createLog(name);
  }

  @Override
  public ReadableFile open(String name, ReadMode mode) throws IOException {
    return base.open(name, mode);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    base.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    base.delete(name);
  }

  @Override
  public List<String> list() throws IOException {
    return base.list();
  }

  @Override
  public long size(String name) throws IOException {
    return base.size(name);
  }

  @Override
  public StorageLock lock(String name) throws IOException {
    return base.lock(name);
  }

  @Override
  public StorageLock lockShared(String name) throws IOException {
    return base.lockShared(name);
  }

  @Override
  public void link(String name, Storage target) throws IOException {
    base.link(name, target);
  }

  @Override
  public String describe(String name) {
    return base.describe(name);
  }
}
