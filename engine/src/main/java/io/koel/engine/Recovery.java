package io.koel.engine;

import io.koel.Options;
import io.koel.engine.batch.BatchReader;
import io.koel.engine.closing.Closing;
import io.koel.engine.compact.FlushJob;
import io.koel.engine.files.FailStopStorage;
import io.koel.engine.files.FileNames;
import io.koel.engine.log.LogChain;
import io.koel.engine.log.LogWriter;
import io.koel.engine.memtable.Memtable;
import io.koel.engine.version.VersionEdit;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.engine.version.VersionEdit.LastSequence;
import io.koel.engine.version.VersionEdit.LogNumber;
import io.koel.engine.version.VersionSet;
import io.koel.sst.BlockCache;
import io.koel.sst.OverlayStorage;
import io.koel.sst.Storage;
import io.koel.sst.StorageLock;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens a directory: takes its lock, reads the manifest, replays what the logs have that tables
 * have not, and deletes what a crash left.
 *
 * <p>What is replayed goes to tables at once, and one manifest record lets these tables count and
 * the old logs not. So a crash in here changes nothing: the next open begins as this one did.
 */
final class Recovery {

  private static final long[] NO_SNAPSHOTS = {};

  private final Storage storage;
  private final Options options;
  private final Access access;

  /** With {@link Access#READ_ONLY}, all that opening writes goes to memory. */
  Recovery(Storage storage, Options options, Access access) {
    this.storage =
        access == Access.READ_ONLY ? new OverlayStorage(storage) : new FailStopStorage(storage);
    this.options = options;
    this.access = access;
  }

  Store open() throws IOException {
    Directory before = new Directory(storage);
    before.requireLockable();
    if (access == Access.READ_ONLY && !before.hasDatabase()) {
      throw new NoSuchFileException(
          storage.describe(FileNames.CURRENT), null, "there is no database");
    }
    StorageLock lock = lock();
    StoreParts parts;
    Directory directory;
    try {
      directory = new Directory(storage);
      parts = openParts(directory, lock);
    } catch (IOException | RuntimeException | Error e) {
      Closing.after(e, lock::close);
      throw e;
    }
    try {
      return open(parts, directory);
    } catch (IOException | RuntimeException | Error e) {
      Closing.after(e, parts::close);
      throw e;
    }
  }

  private StorageLock lock() throws IOException {
    if (access == Access.READ_WRITE) {
      return storage.lock(FileNames.LOCK);
    }
    try {
      return storage.lockShared(FileNames.LOCK);
    } catch (NoSuchFileException e) {
      // Nobody has ever opened it for writing, as with a new checkpoint, or it is a copy without
      // its LOCK. A file to lock would be a change, so a writer who comes later is not kept out.
      return () -> {};
    }
  }

  private StoreParts openParts(Directory directory, StorageLock lock) throws IOException {
    BlockCache blocks =
        options.blockCacheBytes() == 0
            ? BlockCache.none()
            : BlockCache.ofBytes(options.blockCacheBytes());
    FileDeletions deletions = new FileDeletions(storage, blocks);
    VersionSet versions;
    if (directory.hasDatabase()) {
      versions = VersionSet.recover(storage, options.manifestBytes(), deletions);
      directory.requireTables(versions.current());
      directory.requireLog(versions.logNumber());
    } else {
      long seed = new SecureRandom().nextLong();
      versions = VersionSet.create(storage, options.manifestBytes(), deletions, seed);
    }
    directory.passOverForeign(versions.nextNumber());
    versions.skipNumber(directory.largestNumber());
    return StoreParts.of(storage, options, lock, deletions, versions, blocks);
  }

  private Store open(StoreParts parts, Directory directory) throws IOException {
    VersionSet versions = parts.versions();
    long manifest = versions.startManifest();
    List<VersionEdit> edits = new ArrayList<>();
    long lastSequence = replay(parts, directory.logsFrom(versions.logNumber()), edits);
    LogWriter log = WritePath.newLog(storage, versions.newNumber());
    edits.add(new LastSequence(lastSequence));
    edits.add(new LogNumber(log.logNumber()));
    LogChain logs = new LogChain(log);
    try {
      versions.apply(edits, version -> {});
      directory.deleteOrphans(versions, manifest, parts.deletions());
      Memtable memtable = new Memtable(versions.hashSeed(), options.memtableBytes());
      Store store =
          new Store(
              parts, access, logs, new LoggedMemtable(memtable, log.logNumber()), lastSequence);
      store.start();
      return store;
    } catch (IOException | RuntimeException | Error e) {
      Closing.after(e, logs::close);
      throw e;
    }
  }

  /** Replays logs to new tables; returns the last sequence. */
  private long replay(StoreParts parts, List<Long> logNumbers, List<VersionEdit> edits)
      throws IOException {
    VersionSet versions = parts.versions();
    Filling filling = new Filling(parts, edits);
    long lastSequence =
        new LogReplay(storage, versions.lastSequence()).run(logNumbers, filling::apply);
    filling.flush();
    return lastSequence;
  }

  /** The memtable that is being filled from the logs, and flushed whenever it is full. */
  private final class Filling {

    private final StoreParts parts;
    private final List<VersionEdit> edits;
    private Memtable memtable;

    Filling(StoreParts parts, List<VersionEdit> edits) {
      this.parts = parts;
      this.edits = edits;
    }

    void apply(BatchReader batch) throws IOException {
      if (memtable != null && memtable.sizeInBytes() >= options.memtableBytes()) {
        flush();
      }
      if (memtable == null) {
        memtable = new Memtable(parts.versions().hashSeed(), options.memtableBytes());
      }
      memtable.apply(batch);
    }

    void flush() throws IOException {
      if (memtable != null && !memtable.isEmpty()) {
        FlushJob job = new FlushJob(memtable, parts.factory(), parts.counters());
        edits.add(new AddTable(0, job.run(NO_SNAPSHOTS)));
      }
      memtable = null;
    }
  }
}
