package io.koel.engine;

import io.koel.Options;
import io.koel.engine.compact.Compaction;
import io.koel.engine.compact.CompactionJob;
import io.koel.engine.compact.CompactionPicker;
import io.koel.engine.compact.Reservations;
import io.koel.engine.compact.TableClaims;
import io.koel.engine.compact.TableFactory;
import io.koel.engine.read.Tables;
import io.koel.engine.stats.JobCounters;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.engine.version.VersionEdit;
import io.koel.engine.version.VersionSet;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The work of compacting, by itself as the levels grow, or because somebody asks for it. */
final class Compactions implements Background.Work {

  private final Options options;
  private final Lifecycle lifecycle;
  private final Views views;
  private final VersionSet versions;
  private final Snapshots snapshots;
  private final Tables tables;
  private final TableFactory factory;
  private final Failure failure;
  private final JobCounters counters;
  private final CompactionPicker picker;

  /** Guarded by the engine's lock. */
  private final Reservations reservations = new Reservations();

  Compactions(
      Options options,
      Lifecycle lifecycle,
      Views views,
      VersionSet versions,
      Snapshots snapshots,
      Tables tables,
      TableFactory factory,
      Failure failure,
      JobCounters counters) {
    this.options = options;
    this.lifecycle = lifecycle;
    this.views = views;
    this.versions = versions;
    this.snapshots = snapshots;
    this.tables = tables;
    this.factory = factory;
    this.failure = failure;
    this.counters = counters;
    this.picker = new CompactionPicker(options);
  }

  @Override
  public Background.Job nextLocked() {
    if (lifecycle.isClosing()) {
      return null;
    }
    Compaction picked = pickLocked();
    if (picked == null) {
      return null;
    }
    beginLocked(picked);
    return () -> run(picked);
  }

  private Compaction pickLocked() {
    return picker.pick(views.current().version, reservations, snapshots::allSee);
  }

  private void beginLocked(Compaction compaction) {
    assert views.lock.isHeldByCurrentThread();
    compaction.version().pin();
    reservations.begin(compaction);
  }

  /** REQUIRES: the compaction was begun. It is ended here, whatever happens. */
  private void run(Compaction compaction) throws IOException {
    try (CompactionJob job = newJob(compaction)) {
      List<VersionEdit> edits = job.run(snapshots.sequences());
      if (!edits.isEmpty()) {
        versions.apply(edits, version -> views.installVersion(version, null));
      }
    } finally {
      end(compaction);
    }
  }

  private CompactionJob newJob(Compaction compaction) {
    return new CompactionJob(
        compaction,
        options,
        tables,
        factory,
        versions.hashSeed(),
        versions::current,
        this::pinCurrent,
        new Claims(),
        counters,
        lifecycle::isClosing);
  }

  private Version pinCurrent() {
    views.lock.lock();
    try {
      Version version = views.current().version;
      version.pin();
      return version;
    } finally {
      views.lock.unlock();
    }
  }

  private void end(Compaction compaction) {
    // Before the reservations end, so that who waits for idleness finds the old files gone.
    compaction.version().unpin();
    views.reclaim();
    views.lock.lock();
    try {
      reservations.end(compaction);
      views.changed.signalAll();
    } finally {
      views.lock.unlock();
    }
  }

  /**
   * Compacts a range of keys down to the last level in use, in the caller's thread.
   *
   * @param from null for no bound
   * @param to inclusive, null for no bound
   */
  void compactRange(byte[] from, byte[] to) throws IOException {
    for (int level = 0; level < Version.LEVELS; level++) {
      Deque<Compaction> begun = new ArrayDeque<>(awaitManual(level, from, to));
      try {
        while (!begun.isEmpty()) {
          lifecycle.requireOpen();
          runForCaller(begun.poll());
        }
      } finally {
        begun.forEach(this::end);
      }
    }
  }

  /** A compaction that fails is a failure of the background, whoever's thread does it. */
  private void runForCaller(Compaction compaction) throws IOException {
    try {
      run(compaction);
    } catch (IOException | RuntimeException | Error e) {
      failure.set("compaction", e);
      throw e;
    }
  }

  private List<Compaction> awaitManual(int level, byte[] from, byte[] to) throws IOException {
    views.lock.lock();
    try {
      while (true) {
        lifecycle.requireOpen();
        failure.rethrow();
        List<Compaction> manual =
            picker.manual(views.current().version, level, from, to, reservations);
        if (manual != null) {
          manual.forEach(this::beginLocked);
          return manual;
        }
        views.changed.awaitUninterruptibly();
      }
    } finally {
      views.lock.unlock();
    }
  }

  /** Whether nothing is being compacted and nothing needs to be. */
  boolean isIdleLocked() {
    return reservations.running() == 0 && pickLocked() == null;
  }

  /** Older tables that running compactions mark are reserved as if they were inputs. */
  private final class Claims implements TableClaims {

    @Override
    public boolean tryClaim(TableState table, int level) {
      views.lock.lock();
      try {
        if (reservations.isReserved(table) || !views.current().version.level(level).has(table)) {
          return false;
        }
        reservations.reserve(List.of(table));
        return true;
      } finally {
        views.lock.unlock();
      }
    }

    @Override
    public void release(List<TableState> claimed) {
      if (claimed.isEmpty()) {
        return;
      }
      views.lock.lock();
      try {
        reservations.release(claimed);
        views.changed.signalAll();
      } finally {
        views.lock.unlock();
      }
    }
  }
}
