package io.koel.engine;

import io.koel.Cursor;
import io.koel.Durability;
import io.koel.Explanation;
import io.koel.Options;
import io.koel.Stats;
import io.koel.Stats.WriteStats;
import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.closing.Closing;
import io.koel.engine.log.LogChain;
import io.koel.engine.read.ReaderSlot;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.sst.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An open store: its parts and its life. Reading is {@link ReadPath}'s, writing {@link WritePath}'s
 * business; here is what concerns the whole.
 */
public final class Store implements Closeable {

  private final StoreParts parts;
  private final Access access;
  private final Lifecycle lifecycle;
  private final Views views;
  private final Failure failure;
  private final ReadPath reads;
  private final WritePath writes;
  private final Updates updates;
  private final Background background;
  private final Compactions compactions;
  private final LogChain logs;

  private boolean closed;

  Store(
      StoreParts parts, Access access, LogChain logs, LoggedMemtable memtable, long lastSequence) {
    this.parts = parts;
    this.access = access;
    this.lifecycle = parts.lifecycle();
    this.logs = logs;
    this.views = new Views(parts.lookups(), memtable, parts.versions().current());
    this.failure = new Failure(views::signal);
    this.writes =
        new WritePath(
            parts.storage(),
            parts.options(),
            lifecycle,
            views,
            parts.versions(),
            failure,
            parts.counters(),
            logs,
            lastSequence);
    this.reads =
        new ReadPath(
            lifecycle,
            parts.lookups(),
            views,
            writes::published,
            writes.spans(),
            parts.tables(),
            parts.tableCache(),
            parts.versions().hashSeed());
    this.updates = new Updates(reads, writes, views, parts.versions().hashSeed());
    this.compactions =
        new Compactions(
            parts.options(),
            lifecycle,
            views,
            parts.versions(),
            parts.snapshots(),
            parts.tables(),
            parts.factory(),
            failure,
            parts.counters());
    this.background = new Background(views, failure, Thread::new);
  }

  /** Opens the database in a directory, or makes one. */
  public static Store open(Storage storage, Options options) throws IOException {
    return new Recovery(storage, options, Access.READ_WRITE).open();
  }

  /** Opens the database in a directory for reading; the directory stays as it is. */
  public static Store openReadOnly(Storage storage, Options options) throws IOException {
    return new Recovery(storage, options, Access.READ_ONLY).open();
  }

  void start() {
    if (access == Access.READ_ONLY) {
      return;
    }
    background.start(
        "flush",
        new Flushes(
            views,
            parts.versions(),
            parts.snapshots(),
            parts.factory(),
            logs,
            parts.deletions(),
            parts.counters()));
    for (int i = 1; i <= parts.options().backgroundThreads(); i++) {
      background.start("compaction-" + i, compactions);
    }
  }

  public byte[] get(byte[] key, long sequence) throws IOException {
    return reads.get(key, sequence);
  }

  public byte[][] get(List<byte[]> keys, long sequence) throws IOException {
    return reads.get(keys, sequence);
  }

  public Cursor scan(byte[] from, byte[] to, ScanOrder order, long sequence) {
    return reads.scan(from, to, order, sequence);
  }

  public void put(byte[] key, byte[] value, Durability durability) throws IOException {
    ReaderSlot call = enterToWrite();
    try {
      writes.put(key, value, durability);
    } finally {
      call.leave();
    }
  }

  public void delete(byte[] key, Durability durability) throws IOException {
    ReaderSlot call = enterToWrite();
    try {
      writes.delete(key, durability);
    } finally {
      call.leave();
    }
  }

  public void write(EncodedBatch batch, Durability durability) throws IOException {
    ReaderSlot call = enterToWrite();
    try {
      writes.write(batch, durability);
    } finally {
      call.leave();
    }
  }

  /**
   * Gives a key the value that follows from the one that it has, null for none, as one step.
   *
   * @return the value that it had
   */
  public byte[] update(byte[] key, UnaryOperator<byte[]> change, Durability durability)
      throws IOException {
    ReaderSlot call = enterToWrite();
    try {
      return updates.run(key, change, durability);
    } finally {
      call.leave();
    }
  }

  private ReaderSlot enterToWrite() {
    if (access == Access.READ_ONLY) {
      throw new IllegalStateException("the store is open for reading only");
    }
    return lifecycle.enter();
  }

  /** Begins a snapshot; its sequence is what reads are given. */
  public long beginSnapshot() {
    lifecycle.requireOpen();
    return parts.snapshots().begin(writes::published);
  }

  /** Ends a snapshot; what was kept for it alone may go now. */
  public void endSnapshot(long sequence) {
    if (parts.snapshots().end(sequence)) {
      views.signal();
    }
  }

  /** Returns when all that was written so far is in tables. */
  public void flush() throws IOException {
    ReaderSlot call = lifecycle.enter();
    try {
      writes.flush();
    } finally {
      call.leave();
    }
  }

  /** Flushes, and compacts a range of keys down to the last level; {@code to} is inclusive. */
  public void compact(byte[] from, byte[] to) throws IOException {
    ReaderSlot call = enterToWrite();
    try {
      writes.flush();
      compactions.compactRange(from, to);
    } finally {
      call.leave();
    }
  }

  /** Returns when no flush and no compaction is running or needed. */
  public void awaitIdle() throws IOException {
    ReaderSlot call = lifecycle.enter();
    try {
      awaitNoWork();
      views.reclaim();
    } finally {
      call.leave();
    }
  }

  private void awaitNoWork() throws IOException {
    views.lock.lock();
    try {
      while (access == Access.READ_WRITE
          && (views.waitingLocked() > 0 || !compactions.isIdleLocked())) {
        lifecycle.requireOpen();
        failure.rethrow();
        views.changed.awaitUninterruptibly();
      }
    } finally {
      views.lock.unlock();
    }
  }

  /** Makes a database in an empty directory that has all that was written so far. */
  public void checkpoint(Storage target) throws IOException {
    ReaderSlot call = lifecycle.enter();
    try {
      writes.flush();
      Version version = pinVersion();
      try {
        new Checkpoint(parts.storage(), parts.versions()).write(version, target);
      } finally {
        version.unpin();
      }
    } finally {
      call.leave();
    }
  }

  /** Reads and checks every table and its generation, and what filter deletes promise. */
  public void verify() throws IOException {
    ReaderSlot call = lifecycle.enter();
    try {
      Version version = pinVersion();
      try {
        Audit audit =
            new Audit(
                parts.storage(),
                parts.tables(),
                parts.lookups(),
                version,
                parts.versions().hashSeed());
        for (int level = 0; level < Version.LEVELS; level++) {
          for (TableState table : version.level(level).tables()) {
            lifecycle.requireOpen();
            parts.tables().verify(table);
            audit.check(table, level);
          }
        }
      } finally {
        version.unpin();
      }
    } finally {
      call.leave();
    }
  }

  private Version pinVersion() {
    ReaderSlot slot = parts.lookups().enter();
    try {
      Version version = views.current().version;
      version.pin();
      return version;
    } finally {
      slot.leave();
    }
  }

  public Explanation explain(byte[] key) throws IOException {
    ReaderSlot call = lifecycle.enter();
    try {
      synchronized (parts.io()) {
        ReaderSlot slot = parts.lookups().enter();
        try {
          View view = views.current();
          return new Explainer(
                  parts.tables(), parts.io(), key, parts.versions().hashSeed(), writes.published())
              .explain(view);
        } finally {
          slot.leave();
        }
      }
    } finally {
      call.leave();
    }
  }

  public Stats stats() {
    ReaderSlot call = lifecycle.enter();
    try {
      StatsReport report = new StatsReport(parts.lookups(), parts.io(), parts.counters());
      View view = views.current();
      return new Stats(
          report.levels(view.version),
          report.memtables(view),
          new WriteStats(
              writes.batches(),
              writes.entries(),
              writes.bytes(),
              parts.counters().slowdowns.sum(),
              parts.counters().stops.sum(),
              parts.counters().stalledNanos.sum()),
          report.scans(parts.tables().scans()),
          report.background(parts.deletions()),
          report.tombstones(),
          parts.snapshots().size(),
          parts.tableCache().openTables(),
          parts.tableCache().memoryInBytes(),
          parts.blocks().sizeInBytes(),
          failure.get());
    } finally {
      call.leave();
    }
  }

  /**
   * Ends calls, flushes what is in memory, ends the background and gives everything back. When this
   * fails, the store is closed all the same; what was not flushed is in the log.
   */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    lifecycle.startClosing();
    views.signal();
    lifecycle.awaitCalls();
    new Closing()
        .then(this::flushAndFinish)
        .then(background::stop)
        .then(logs::close)
        .then(views::reclaim)
        .then(parts.lookups()::awaitReaders)
        .then(parts::close)
        .end();
  }

  /** Who closes a store in peace believes that all is stored. */
  private void flushAndFinish() throws IOException {
    if (failure.isSet()) {
      new Closing().then(failure::rethrowUnlessTold).then(logs::sync).end();
      return;
    }
    try {
      writes.flush();
    } catch (IOException | RuntimeException | Error e) {
      // What no flush took to a table is in the logs. One that has failed itself refuses.
      Closing.after(e, logs::sync);
      throw e;
    }
    logs.finish();
    failure.rethrowUnlessTold();
  }
}
