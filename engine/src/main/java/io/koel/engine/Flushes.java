package io.koel.engine;

import io.koel.engine.compact.FlushJob;
import io.koel.engine.compact.TableFactory;
import io.koel.engine.log.LogChain;
import io.koel.engine.stats.JobCounters;
import io.koel.engine.version.TableMeta;
import io.koel.engine.version.VersionEdit;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.engine.version.VersionEdit.LastSequence;
import io.koel.engine.version.VersionEdit.LogNumber;
import io.koel.engine.version.VersionSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The work of flushing: the oldest memtable that waits goes to level 0, and its log is let go. */
final class Flushes implements Background.Work {

  private final Views views;
  private final VersionSet versions;
  private final Snapshots snapshots;
  private final TableFactory factory;
  private final LogChain logs;
  private final FileDeletions deletions;
  private final JobCounters counters;

  Flushes(
      Views views,
      VersionSet versions,
      Snapshots snapshots,
      TableFactory factory,
      LogChain logs,
      FileDeletions deletions,
      JobCounters counters) {
    this.views = views;
    this.versions = versions;
    this.snapshots = snapshots;
    this.factory = factory;
    this.logs = logs;
    this.deletions = deletions;
    this.counters = counters;
  }

  /** There is one flushing thread, so that memtables are flushed in their order. */
  @Override
  public Background.Job nextLocked() {
    LoggedMemtable oldest = views.oldestWaitingLocked();
    if (oldest == null) {
      return null;
    }
    long logAfter = views.logNumberAfterOldestLocked();
    return () -> flush(oldest, logAfter);
  }

  private void flush(LoggedMemtable oldest, long logAfter) throws IOException {
    List<VersionEdit> edits = new ArrayList<>();
    if (!oldest.memtable().isEmpty()) {
      FlushJob job = new FlushJob(oldest.memtable(), factory, counters);
      TableMeta table = job.run(snapshots.sequences());
      edits.add(new AddTable(0, table));
      edits.add(new LastSequence(oldest.memtable().largestSequence()));
    }
    edits.add(new LogNumber(logAfter));
    versions.apply(edits, version -> views.installVersion(version, oldest));
    logs.release(oldest.logNumber());
    deletions.deleteLog(oldest.logNumber());
    views.reclaim();
  }
}
