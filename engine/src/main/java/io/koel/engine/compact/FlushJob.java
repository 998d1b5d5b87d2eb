package io.koel.engine.compact;

import io.koel.engine.memtable.Memtable;
import io.koel.engine.stats.JobCounters;
import io.koel.engine.version.TableMeta;
import io.koel.sst.EntryCursor;
import java.io.IOException;
import java.util.List;

/** Writes one memtable to one table of level 0. */
public final class FlushJob {

  private final Memtable memtable;
  private final TableFactory factory;
  private final JobCounters counters;

  /** REQUIRES: nobody writes to the memtable any more, and it is not empty. */
  public FlushJob(Memtable memtable, TableFactory factory, JobCounters counters) {
    this.memtable = memtable;
    this.factory = factory;
    this.counters = counters;
  }

  /**
   * Writes the table, durably.
   *
   * @param snapshots the sequences of all living snapshots, ascending
   */
  public TableMeta run(long[] snapshots) throws IOException {
    Retention retention = new Retention(snapshots, Retention.Tombstones.KEEP);
    // A table of level 0 is never cut: lookups and compactions take it for one memtable.
    try (EntryCursor entries = memtable.cursor();
        TableOutputs outputs =
            new TableOutputs(factory, 0, Long.MAX_VALUE, memtable.entries(), List.of())) {
      for (boolean more = entries.first(); more; more = entries.next()) {
        if (retention.keep(entries)) {
          outputs.add(entries);
        }
      }
      TableMeta table = outputs.finish().get(0);
      counters.flushes.increment();
      counters.bytesFlushed.add(table.sizeInBytes());
      counters.tombstonesWritten.add(table.tombstones());
      counters.entriesDropped.add(retention.dropped());
      return table;
    }
  }
}
