package io.koel.engine;

import io.koel.Durability;
import io.koel.Options;
import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.closing.Closing;
import io.koel.engine.commit.CommitQueue;
import io.koel.engine.commit.CommitTarget;
import io.koel.engine.files.FileNames;
import io.koel.engine.log.LogChain;
import io.koel.engine.log.LogWriter;
import io.koel.engine.memtable.Memtable;
import io.koel.engine.span.EmptySpans;
import io.koel.engine.stats.JobCounters;
import io.koel.engine.version.VersionSet;
import io.koel.sst.Storage;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * How writes get in.
 *
 * <p>Batches that come at the same time are committed together by {@link CommitQueue}: to the log,
 * then to the memtable, then their sequences are published, which makes them visible. Before each
 * group, {@link #prepare} sees to it that there is room: a memtable that is full is put to those
 * that wait for their flush, and a new one with a log of its own takes its place.
 */
public final class WritePath implements CommitTarget {

  /**
   * The batch of one entry that each thread uses again. It is cleared after each write, so that no
   * thread keeps a large value.
   */
  private static final ThreadLocal<EncodedBatch> SINGLE =
      ThreadLocal.withInitial(EncodedBatch::new);

  private final Storage storage;
  private final Options options;
  private final Lifecycle lifecycle;
  private final Views views;
  private final VersionSet versions;
  private final Failure failure;
  private final JobCounters counters;
  private final Throttle throttle;
  private final LogChain logs;
  private final CommitQueue commits;
  private final EmptySpans spans = new EmptySpans(this::tryLearnSpans);
  private final long firstSequence;
  private final LongAdder batches = new LongAdder();

  private volatile long published;
  private volatile long loggedBytes;

  // The committing thread's own.
  private Memtable memtable;
  private long throttledBytes;
  private long bytesOfOlderLogs;

  WritePath(
      Storage storage,
      Options options,
      Lifecycle lifecycle,
      Views views,
      VersionSet versions,
      Failure failure,
      JobCounters counters,
      LogChain logs,
      long lastSequence) {
    this.storage = storage;
    this.options = options;
    this.lifecycle = lifecycle;
    this.views = views;
    this.versions = versions;
    this.failure = failure;
    this.counters = counters;
    this.throttle = new Throttle(options, lifecycle, views, failure, counters);
    this.logs = logs;
    this.commits = new CommitQueue(this, lastSequence);
    this.firstSequence = lastSequence;
    this.published = lastSequence;
    this.loggedBytes = logs.newestSize();
    this.memtable = views.current().active;
  }

  public void put(byte[] key, byte[] value, Durability durability) throws IOException {
    EncodedBatch single = SINGLE.get();
    single.clear();
    single.put(key, value);
    try {
      write(single, durability);
    } finally {
      single.clear();
    }
  }

  public void delete(byte[] key, Durability durability) throws IOException {
    EncodedBatch single = SINGLE.get();
    single.clear();
    single.delete(key);
    write(single, durability);
  }

  /** Writes a batch; returns when it is visible, and as durable as asked. */
  public void write(EncodedBatch batch, Durability durability) throws IOException {
    try {
      commits.commit(batch, durability);
    } catch (IOException e) {
      throw told(e);
    }
    batches.increment();
  }

  /**
   * Writes an entry if a condition holds; no other write comes between the two.
   *
   * @param condition is asked while nothing is being written; must be short
   * @param value null for a tombstone
   * @return whether the condition held
   */
  boolean writeIf(BooleanSupplier condition, byte[] key, byte[] value, Durability durability)
      throws IOException {
    EncodedBatch single = SINGLE.get();
    single.clear();
    if (value == null) {
      single.delete(key);
    } else {
      single.put(key, value);
    }
    try {
      if (!commits.commitIf(condition, single, durability)) {
        return false;
      }
    } catch (IOException e) {
      throw told(e);
    } finally {
      single.clear();
    }
    batches.increment();
    return true;
  }

  /** What a writer is told of a commit that failed. */
  private IOException told(IOException e) throws IOException {
    commits.failure().ifPresent(cause -> failure.set("writing the log", cause));
    failure.rethrow();
    return e;
  }

  /** What scans know of ranges in which everything is deleted. */
  EmptySpans spans() {
    return spans;
  }

  /** If a batch is being committed, the next one's leader sees to it. */
  private void tryLearnSpans() {
    commits.tryRunExclusively(() -> spans.learn(published));
  }

  /** The newest sequence that readers may see. */
  public long published() {
    return published;
  }

  @Override
  public void prepare() throws IOException {
    spans.learn(published);
    long size = memtable.sizeInBytes();
    throttle.wrote(Math.max(0, size - throttledBytes));
    throttledBytes = size;
    failure.rethrow();
    if (size >= options.memtableBytes()) {
      awaitRoom();
      switchMemtable();
    }
  }

  /** Waits while flushes or compactions are too far behind for another memtable. */
  private void awaitRoom() throws IOException {
    long start = 0;
    views.lock.lock();
    try {
      while (!hasRoomLocked()) {
        if (start == 0) {
          start = System.nanoTime();
          counters.stops.increment();
        }
        lifecycle.requireOpen();
        failure.rethrow();
        views.changed.awaitUninterruptibly();
      }
    } finally {
      views.lock.unlock();
      if (start != 0) {
        counters.stalledNanos.add(System.nanoTime() - start);
      }
    }
  }

  private boolean hasRoomLocked() {
    return views.waitingLocked() < options.maxMemtables() - 1
        && views.current().version.level(0).size() < options.level0StopTrigger();
  }

  private void switchMemtable() throws IOException {
    // What may fail comes first, so that memtable and log change together or not at all.
    Memtable empty = new Memtable(versions.hashSeed(), options.memtableBytes());
    LoggedMemtable switched = new LoggedMemtable(empty, versions.newNumber());
    LogWriter next = nextLog(switched.logNumber());
    long bytes = logs.newestSize();
    try {
      logs.rotate(next);
    } catch (IOException | RuntimeException | Error e) {
      Closing.after(e, next::close);
      throw e;
    }
    bytesOfOlderLogs += bytes;
    memtable = empty;
    throttledBytes = memtable.sizeInBytes();
    try {
      views.switchMemtable(switched);
    } catch (RuntimeException | Error e) {
      // Out of memory, say. Nobody would see or flush what is written from here on.
      failure.set("change of the memtable", e);
      throw e;
    }
  }

  private LogWriter nextLog(long number) throws IOException {
    LogWriter log = createLog(storage, number);
    try {
      makeNameDurable(storage, log);
    } catch (IOException | RuntimeException | Error e) {
      // A failed sync is never tried again, so that no other log can take its place.
      failure.set("sync of the directory", e);
      throw e;
    }
    return log;
  }

  /** Begins a log whose name is durable, so that a synced record in it is found again. */
  static LogWriter newLog(Storage storage, long number) throws IOException {
    LogWriter log = createLog(storage, number);
    makeNameDurable(storage, log);
    return log;
  }

  private static LogWriter createLog(Storage storage, long number) throws IOException {
    return new LogWriter(storage.createLog(FileNames.log(number)), number);
  }

  private static void makeNameDurable(Storage storage, LogWriter log) throws IOException {
    try {
      storage.syncDirectory();
    } catch (IOException | RuntimeException | Error e) {
      Closing.after(e, log::close);
      throw e;
    }
  }

  /** Lets all that was written so far be flushed; returns when it is in tables. */
  void flush() throws IOException {
    Memtable full;
    try {
      full = commits.runExclusively(this::switchUnlessEmpty);
    } catch (IOException e) {
      throw told(e);
    }
    views.lock.lock();
    try {
      while (views.isWaitingLocked(full)) {
        failure.rethrow();
        views.changed.awaitUninterruptibly();
      }
    } finally {
      views.lock.unlock();
    }
  }

  private Memtable switchUnlessEmpty() throws IOException {
    failure.rethrow();
    Memtable before = memtable;
    if (!before.isEmpty()) {
      switchMemtable();
    }
    return before;
  }

  @Override
  public LogChain log() {
    return logs;
  }

  @Override
  public void apply(EncodedBatch batch) {
    spans.watch(batch.entries());
    memtable.apply(batch.entries());
  }

  @Override
  public void publish(long lastSequence) {
    loggedBytes = bytesOfOlderLogs + logs.newestSize();
    published = lastSequence;
  }

  long batches() {
    return batches.sum();
  }

  long entries() {
    return published - firstSequence;
  }

  long bytes() {
    return loggedBytes;
  }
}
