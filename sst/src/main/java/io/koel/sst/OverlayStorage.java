package io.koel.sst;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A storage seen through a layer of memory: what is written, renamed or deleted here is so only
 * here, and the storage below keeps every byte. Its locks are those of the storage below, so that
 * nobody changes it meanwhile.
 *
 * <p>REQUIRES: what is written fits into memory, a file into 2 GiB.
 */
public final class OverlayStorage implements Storage {

  private final Storage base;

  // Invariant: a name is in at most one of the two; in neither, it is the base's business.
  private final Map<String, MemoryFile> written = new HashMap<>();
  private final Set<String> deleted = new HashSet<>();

  public OverlayStorage(Storage base) {
    this.base = base;
  }

  @Override
  public synchronized WritableFile create(String name) throws IOException {
    if (exists(name)) {
      throw new FileAlreadyExistsException(describe(name));
    }
    MemoryFile file = new MemoryFile(describe(name));
    put(name, file);
    return file.writer();
  }

  @Override
  public synchronized ReadableFile open(String name, ReadMode mode) throws IOException {
    MemoryFile file = find(name);
    return file == null ? base.open(name, mode) : file.reader();
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    FileStorage.requirePlainName(to);
    if (find(from) == null) {
      copyUp(from);
    }
    if (!from.equals(to)) {
      put(to, written.get(from));
      hide(from);
    }
  }

  /** Takes a file of the base into memory. */
  private void copyUp(String name) throws IOException {
    MemoryFile file = new MemoryFile(describe(name));
    try (ReadableFile in = base.open(name, ReadMode.BUFFERED);
        WritableFile out = file.writer()) {
      StorageCopy.copyAll(in, out);
    }
    put(name, file);
  }

  @Override
  public synchronized void delete(String name) throws IOException {
    if (find(name) == null) {
      base.size(name);
    }
    hide(name);
  }

  private void put(String name, MemoryFile file) {
    written.put(name, file);
    deleted.remove(name);
  }

  private void hide(String name) {
    written.remove(name);
    deleted.add(name);
  }

  @Override
  public synchronized List<String> list() throws IOException {
    Set<String> names = new TreeSet<>(base.list());
    names.removeAll(deleted);
    names.addAll(written.keySet());
    return List.copyOf(names);
  }

  @Override
  public synchronized long size(String name) throws IOException {
    MemoryFile file = find(name);
    return file == null ? base.size(name) : file.size();
  }

  private boolean exists(String name) throws IOException {
    try {
      size(name);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** The file that was written here, or null if the base is to be asked. */
  private MemoryFile find(String name) throws NoSuchFileException {
    if (deleted.contains(name)) {
      throw new NoSuchFileException(describe(name));
    }
    return written.get(name);
  }

  /** Does nothing: there is nothing here that a loss of power could spare. */
  @Override
  public void syncDirectory() {}

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
    boolean isHere;
    synchronized (this) {
      isHere = find(name) != null;
    }
    if (isHere) {
      StorageCopy.copy(this, name, target);
    } else {
      base.link(name, target);
    }
  }

  @Override
  public String describe(String name) {
    return base.describe(name);
  }
}
