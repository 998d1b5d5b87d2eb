package io.koel.engine;

import io.koel.Stats;
import io.koel.Stats.BackgroundStats;
import io.koel.Stats.LevelStats;
import io.koel.Stats.MemtableStats;
import io.koel.Stats.ScanStats;
import io.koel.Stats.TombstoneStats;
import io.koel.engine.memtable.Memtable;
import io.koel.engine.read.ReaderSlots;
import io.koel.engine.stats.IoTally;
import io.koel.engine.stats.JobCounters;
import io.koel.engine.stats.LookupCounters;
import io.koel.engine.stats.ScanCounters;
import io.koel.engine.version.TableMeta;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import java.util.ArrayList;
import java.util.List;

/** Gathers {@link Stats} from the counters and from what a view consists of. */
final class StatsReport {

  private final ReaderSlots lookups;
  private final IoTally io;
  private final JobCounters jobs;

  StatsReport(ReaderSlots lookups, IoTally io, JobCounters jobs) {
    this.lookups = lookups;
    this.io = io;
    this.jobs = jobs;
  }

  List<LevelStats> levels(Version version) {
    List<LevelStats> levels = new ArrayList<>();
    for (int level = 0; level < Version.LEVELS; level++) {
      levels.add(level(version, level));
    }
    return levels;
  }

  private LevelStats level(Version version, int level) {
    long entries = 0;
    long keys = 0;
    long tombstones = 0;
    long dead = 0;
    long filterBytes = 0;
    for (TableState table : version.level(level).tables()) {
      TableMeta meta = table.meta();
      entries += meta.entries();
      keys += meta.distinctKeys();
      tombstones += meta.tombstones();
      dead += table.deadEntries();
      filterBytes += meta.filterBytes();
    }
    long denied = lookups.sum(LookupCounters.DENIED + level);
    long truePositives = lookups.sum(LookupCounters.TRUE_POSITIVE + level);
    long falsePositives = lookups.sum(LookupCounters.FALSE_POSITIVE + level);
    return new LevelStats(
        version.level(level).size(),
        version.level(level).sizeInBytes(),
        entries,
        keys,
        tombstones,
        dead,
        filterBytes,
        denied + truePositives + falsePositives,
        denied,
        truePositives,
        falsePositives,
        lookups.sum(LookupCounters.UNFILTERED + level),
        io.blocksFromDisk(level),
        io.blocksFromCache(level),
        io.dataBlocksFromDisk(level),
        io.bytesFromDisk(level));
  }

  MemtableStats memtables(View view) {
    long bytes = view.active.sizeInBytes();
    for (Memtable memtable : view.waiting) {
      bytes += memtable.sizeInBytes();
    }
    return new MemtableStats(
        bytes,
        view.waiting.length,
        lookups.sum(LookupCounters.GETS),
        lookups.sum(LookupCounters.MEMTABLE_HITS));
  }

  ScanStats scans(ScanCounters counters) {
    return new ScanStats(counters.entries.sum(), counters.steppedOver.sum());
  }

  BackgroundStats background(FileDeletions deletions) {
    return new BackgroundStats(
        jobs.flushes.sum(),
        jobs.bytesFlushed.sum(),
        jobs.compactions.sum(),
        jobs.trivialMoves.sum(),
        jobs.bytesRead.sum(),
        jobs.bytesWritten.sum(),
        jobs.entriesDropped.sum(),
        deletions.left());
  }

  TombstoneStats tombstones() {
    return new TombstoneStats(
        jobs.tombstonesWritten.sum(),
        jobs.tombstonesNotCovered.sum(),
        jobs.tombstonesDenied.sum(),
        jobs.tombstonesCleared.sum(),
        jobs.keysMarked.sum(),
        jobs.entriesMarked.sum(),
        jobs.verificationReads.sum(),
        jobs.verificationBytes.sum(),
        jobs.verificationsOverBudget.sum(),
        jobs.verificationErrors.sum(),
        jobs.lastVerificationError(),
        jobs.generationsWritten.sum(),
        jobs.generationBytes.sum(),
        jobs.deadTablesDropped.sum());
  }
}
