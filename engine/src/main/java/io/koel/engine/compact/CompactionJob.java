package io.koel.engine.compact;

import io.koel.FilterDeletes;
import io.koel.Options;
import io.koel.engine.closing.Closing;
import io.koel.engine.cursor.Inputs;
import io.koel.engine.read.Tables;
import io.koel.engine.stats.JobCounters;
import io.koel.engine.version.TableMeta;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.engine.version.VersionEdit;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.engine.version.VersionEdit.DropTable;
import io.koel.sst.EntryCursor;
import io.koel.sst.ReadPurpose;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Carries a {@link Compaction} out, up to the edits that let it count.
 *
 * <p>Protocol: {@code run close}. To be closed when the edits are installed, not before: until then
 * nobody else may touch the older tables in which it marked keys dead.
 */
public final class CompactionJob implements Closeable {

  /** How many entries are merged between two looks at whether the store is closing. */
  private static final int ENTRIES_PER_CHECK = 1024;

  private final Compaction compaction;
  private final Options options;
  private final Tables tables;
  private final TableFactory factory;
  private final JobCounters counters;
  private final BooleanSupplier cancelled;
  private final InstalledVersion installed;
  private final DeadMarks marks;
  private final OlderTables olderTables;

  /**
   * Makes a job.
   *
   * @param hashSeed the database's
   * @param current the version that is installed
   * @param pinCurrent pins the version that is installed
   * @param claims claims older tables for marking
   * @param cancelled asked now and then; a cancelled job leaves no trace
   */
  public CompactionJob(
      Compaction compaction,
      Options options,
      Tables tables,
      TableFactory factory,
      long hashSeed,
      Supplier<Version> current,
      Supplier<Version> pinCurrent,
      TableClaims claims,
      JobCounters counters,
      BooleanSupplier cancelled) {
    this.compaction = compaction;
    this.options = options;
    this.tables = tables;
    this.factory = factory;
    this.counters = counters;
    this.cancelled = cancelled;
    FilterDeletes setting = options.filterDeletes();
    this.installed = new InstalledVersion(current, pinCurrent);
    this.marks =
        new DeadMarks(
            setting,
            tables,
            factory,
            claims,
            new MarkBudget(compaction, options.verificationPercent()),
            counters);
    this.olderTables =
        new OlderTables(
            setting, installed, compaction.outputLevel(), tables, hashSeed, marks, counters);
  }

  /**
   * Merges, and says what is to be installed; nothing if it was cancelled.
   *
   * @param snapshots the sequences of all living snapshots, ascending
   */
  public List<VersionEdit> run(long[] snapshots) throws IOException {
    if (compaction.isTrivialMove(snapshots)) {
      return move();
    }
    List<VersionEdit> edits = drops();
    List<TableMeta> outputs = merge(snapshots, edits);
    if (outputs == null) {
      return List.of();
    }
    for (TableMeta output : outputs) {
      edits.add(new AddTable(compaction.outputLevel(), output));
      counters.bytesWritten.add(output.sizeInBytes());
    }
    counters.compactions.increment();
    counters.bytesRead.add(compaction.inputBytes());
    return edits;
  }

  private List<VersionEdit> move() {
    List<VersionEdit> edits = drops();
    for (TableState t : compaction.upper()) {
      edits.add(new AddTable(compaction.outputLevel(), t.meta(), t.generation(), t.deadEntries()));
    }
    counters.trivialMoves.add(compaction.upper().size());
    return edits;
  }

  private List<VersionEdit> drops() {
    List<VersionEdit> edits = new ArrayList<>();
    compaction.upper().forEach(t -> edits.add(new DropTable(compaction.level(), t.number())));
    compaction.lower().forEach(t -> edits.add(new DropTable(compaction.outputLevel(), t.number())));
    return edits;
  }

  /** Gives the tables written, and adds what happened to older ones; null if cancelled. */
  private List<TableMeta> merge(long[] snapshots, List<VersionEdit> edits) throws IOException {
    Retention retention = new Retention(snapshots, olderTables);
    Inputs inputs =
        new Inputs(tables, ReadPurpose.COMPACTION)
            .add(compaction.level(), compaction.upper())
            .add(compaction.outputLevel(), compaction.lower());
    try (EntryCursor entries = inputs.merge();
        TableOutputs outputs = newOutputs()) {
      int untilCheck = 0;
      for (boolean more = entries.first(); more; more = entries.next()) {
        if (--untilCheck < 0) {
          if (cancelled.getAsBoolean()) {
            return null;
          }
          untilCheck = ENTRIES_PER_CHECK;
        }
        if (retention.isNewKey(entries)) {
          outputs.startKey(entries);
        }
        if (retention.keep(entries)) {
          outputs.add(entries);
        }
      }
      edits.addAll(marks.finish());
      List<TableMeta> written = outputs.finish();
      marks.keep();
      counters.entriesDropped.add(retention.dropped());
      counters.tombstonesNotCovered.add(olderTables.notCovered());
      counters.tombstonesDenied.add(olderTables.denied());
      counters.tombstonesCleared.add(olderTables.cleared());
      return written;
    }
  }

  private TableOutputs newOutputs() {
    int below = compaction.outputLevel() + 1;
    List<TableState> tablesBelow =
        below < Version.LEVELS
            ? compaction
                .version()
                .level(below)
                .overlapping(compaction.smallest(), compaction.largest())
            : List.of();
    return new TableOutputs(
        factory, compaction.outputLevel(), options.tableBytes(), expectedKeys(), tablesBelow);
  }

  /** About how many keys a table of the result will have. */
  private long expectedKeys() {
    long keys = 0;
    for (TableState table : compaction.inputs()) {
      keys += table.meta().distinctKeys();
    }
    long tablesOfResult = Math.max(1, compaction.inputBytes() / options.tableBytes());
    return keys / tablesOfResult;
  }

  @Override
  public void close() throws IOException {
    new Closing().then(marks::close).then(installed::close).end();
  }
}
