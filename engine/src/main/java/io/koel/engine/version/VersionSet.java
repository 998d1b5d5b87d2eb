package io.koel.engine.version;

import io.koel.engine.closing.Closing;
import io.koel.engine.table.TableHandle;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.engine.version.VersionEdit.Identity;
import io.koel.engine.version.VersionEdit.LastSequence;
import io.koel.engine.version.VersionEdit.LogNumber;
import io.koel.engine.version.VersionEdit.NextNumber;
import io.koel.filter.CorruptionException;
import io.koel.sst.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The versions: the current one, those that are still pinned, and the manifest that makes each step
 * durable before it counts.
 *
 * <p>Two locks. {@code installing} is held while a step is made durable and lets one step happen
 * after the other; it is the only lock in the engine under which files are written. {@code
 * counting} guards the counts of who still has which table, for moments.
 */
public final class VersionSet implements Closeable {

  /** The log number of a database that never had a log. */
  public static final long NO_LOG = 0;

  private final Storage storage;
  private final long manifestLimit;
  private final ObsoleteFiles obsolete;
  private final long hashSeed;
  private final AtomicLong nextNumber;

  private final ReentrantLock installing = new ReentrantLock();
  private final Object counting = new Object();

  // Guarded by installing.
  private Manifest manifest;
  private long rollAtBytes;
  private long logNumber;
  private long lastSequence;
  private Throwable failure;

  private volatile Version current;

  private VersionSet(
      Storage storage, long manifestLimit, ObsoleteFiles obsolete, ManifestState state)
      throws CorruptionException {
    this.storage = storage;
    this.manifestLimit = manifestLimit;
    this.obsolete = obsolete;
    this.hashSeed = state.hashSeed();
    this.nextNumber = new AtomicLong(state.nextNumber());
    this.logNumber = state.logNumber();
    this.lastSequence = state.lastSequence();
    this.current = counted(new Version(this, state.levels()));
  }

  /**
   * The versions of a new database; nothing is written yet. The first {@link #startManifest} makes
   * the directory a database.
   */
  public static VersionSet create(
      Storage storage, long manifestLimit, ObsoleteFiles obsolete, long hashSeed)
      throws IOException {
    return new VersionSet(storage, manifestLimit, obsolete, ManifestState.empty(hashSeed));
  }

  /** The versions that the manifest tells of. */
  public static VersionSet recover(Storage storage, long manifestLimit, ObsoleteFiles obsolete)
      throws IOException {
    return new VersionSet(storage, manifestLimit, obsolete, ManifestState.read(storage));
  }

  /** The version that counts. Who uses it for long pins it, under the lock that installs. */
  public Version current() {
    return current;
  }

  public long hashSeed() {
    return hashSeed;
  }

  /** A number that no file of this database has ever had. */
  public long newNumber() {
    return nextNumber.getAndIncrement();
  }

  /** The number that {@link #newNumber} would give. */
  public long nextNumber() {
    return nextNumber.get();
  }

  /** From now on, new numbers are above this one. Files that a crash left have numbers too. */
  public void skipNumber(long used) {
    nextNumber.accumulateAndGet(used + 1, Math::max);
  }

  /** The first log that is needed, which must be there, or {@link #NO_LOG}. */
  public long logNumber() {
    installing.lock();
    try {
      return logNumber;
    } finally {
      installing.unlock();
    }
  }

  /** The newest sequence that a table may have. */
  public long lastSequence() {
    installing.lock();
    try {
      return lastSequence;
    } finally {
      installing.unlock();
    }
  }

  /** Begins a new manifest with the version that counts; returns its number. */
  public long startManifest() throws IOException {
    installing.lock();
    try {
      rollManifest();
      return manifest.number();
    } finally {
      installing.unlock();
    }
  }

  /**
   * Makes a step: the edits are durable, then the new version counts.
   *
   * <p>After a failure nobody knows whether the step is durable. Then all later steps fail too, and
   * the files of both versions must stay; the next open knows.
   *
   * @param install called with the new version before any later step; it must be quick
   */
  public void apply(List<VersionEdit> edits, Consumer<Version> install) throws IOException {
    installing.lock();
    try {
      if (failure != null) {
        // Who comes second may be the first to be told, so the message has the reason too.
        throw new IOException("the manifest has failed before: " + failure, failure);
      }
      VersionBuilder builder = new VersionBuilder(current, TableHandle::new);
      builder.apply(edits);
      Version next = new Version(this, builder.build());
      Version before = current;
      try {
        write(edits);
        // Running out of memory from here on is such a failure too: durable, and not counting.
        remember(edits);
        current = counted(next);
      } catch (IOException | RuntimeException | Error e) {
        failure = e;
        throw e;
      }
      install.accept(next);
      before.unpin();
      if (manifest.sizeInBytes() > rollAtBytes) {
        rollManifest();
      }
    } finally {
      installing.unlock();
    }
  }

  private void write(List<VersionEdit> edits) throws IOException {
    List<VersionEdit> record = new ArrayList<>(edits);
    record.add(new NextNumber(nextNumber.get()));
    manifest.append(record);
  }

  private void remember(List<VersionEdit> edits) {
    for (VersionEdit edit : edits) {
      if (edit instanceof LogNumber log) {
        logNumber = log.number();
      } else if (edit instanceof LastSequence last) {
        lastSequence = last.sequence();
      }
    }
  }

  private void rollManifest() throws IOException {
    try {
      Manifest before = manifest;
      manifest = Manifest.create(storage, newNumber(), snapshot(current, logNumber));
      // One that is long from the beginning shall not be written anew with every step.
      rollAtBytes = Math.max(manifestLimit, 2 * manifest.sizeInBytes());
      if (before != null) {
        before.close();
        obsolete.manifestObsolete(before.number());
      }
    } catch (IOException | RuntimeException | Error e) {
      // Nobody knows which manifest CURRENT names, so that nothing may go to either.
      failure = e;
      throw e;
    }
  }

  /** The edits that make a whole version, as a manifest begins with them. */
  public List<VersionEdit> snapshot(Version version, long logNumber) {
    List<VersionEdit> edits = new ArrayList<>();
    edits.add(new Identity(hashSeed));
    edits.add(new NextNumber(nextNumber.get()));
    edits.add(new LogNumber(logNumber));
    edits.add(new LastSequence(lastSequence()));
    for (int level = 0; level < Version.LEVELS; level++) {
      for (TableState t : version.level(level).tables()) {
        edits.add(new AddTable(level, t.meta(), t.generation(), t.deadEntries()));
      }
    }
    return edits;
  }

  /** Counts the tables of a new version. */
  private Version counted(Version version) {
    synchronized (counting) {
      for (TableState table : version.tables()) {
        if (table.versions++ == 0) {
          table.handle().retain();
        }
      }
    }
    return version;
  }

  /** Nobody has the version any more. */
  void release(Version version) {
    List<TableState> gone = new ArrayList<>();
    List<TableState> superseded = new ArrayList<>();
    synchronized (counting) {
      for (TableState table : version.tables()) {
        if (--table.versions == 0) {
          (table.handle().release() ? gone : superseded).add(table);
        }
      }
    }
    for (TableState table : gone) {
      obsolete.tableObsolete(table.handle());
    }
    gone.addAll(superseded);
    for (TableState table : gone) {
      if (table.generation() > 0) {
        obsolete.generationObsolete(table.number(), table.generation());
      }
    }
  }

  /**
   * Ends the manifest in order. The version that counts stays pinned: its files are the database.
   */
  @Override
  public void close() throws IOException {
    installing.lock();
    try {
      if (manifest != null) {
        Closing closing = new Closing();
        if (failure == null) {
          closing.then(manifest::finish);
        }
        closing.then(manifest::close).end();
      }
    } finally {
      installing.unlock();
    }
  }
}
