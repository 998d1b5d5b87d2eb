package io.koel.engine;

import io.koel.Explanation;
import io.koel.Explanation.Outcome;
import io.koel.Explanation.Probe;
import io.koel.Explanation.Verdict;
import io.koel.engine.memtable.Memtable;
import io.koel.engine.read.Tables;
import io.koel.engine.stats.IoTally;
import io.koel.engine.version.KeyPrefix;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryKind;
import io.koel.sst.FoundEntry;
import io.koel.sst.LookupOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Goes the way of {@link ReadPath} for one key and notes every step. It is apart from the lookup
 * itself so that lookups pay nothing for it.
 */
final class Explainer {

  private final Tables tables;
  private final IoTally io;

  private final byte[] key;
  private final long hash;
  private final long sequence;
  private final FoundEntry found = new FoundEntry();
  private final List<Probe> probes = new ArrayList<>();

  Explainer(Tables tables, IoTally io, byte[] key, long hashSeed, long sequence) {
    this.tables = tables;
    this.io = io;
    this.key = key;
    this.hash = KeyHash.of(key, hashSeed);
    this.sequence = sequence;
  }

  /** REQUIRES: the view's version is pinned. */
  Explanation explain(View view) throws IOException {
    Outcome outcome = Outcome.ABSENT;
    if (isInMemory(view) || isInTables(view.version)) {
      outcome = found.kind() == EntryKind.PUT ? Outcome.FOUND : Outcome.DELETED;
    }
    return new Explanation(outcome, probes);
  }

  private boolean isInMemory(View view) {
    if (isIn(view.active, "memtable")) {
      return true;
    }
    for (Memtable memtable : view.waiting) {
      if (isIn(memtable, "waiting memtable")) {
        return true;
      }
    }
    return false;
  }

  private boolean isIn(Memtable memtable, String place) {
    boolean there = memtable.get(key, hash, sequence, found);
    Verdict verdict = there ? entryVerdict() : Verdict.NOT_THERE;
    probes.add(new Probe(place, -1, -1, 0, 0, verdict, 0, 0, 0));
    return there;
  }

  private boolean isInTables(Version version) throws IOException {
    for (TableState table : version.level(0).tables()) {
      if (table.meta().covers(key) && isIn(table, 0)) {
        return true;
      }
    }
    for (int level = 1; level < Version.LEVELS; level++) {
      TableState table = version.level(level).find(key, KeyPrefix.of(key));
      if (table != null && isIn(table, level)) {
        return true;
      }
    }
    return false;
  }

  private boolean isIn(TableState table, int level) throws IOException {
    IoTally.Watch watch = io.startWatch();
    LookupOutcome outcome;
    try {
      outcome = tables.find(table, key, hash, sequence, level, found);
    } finally {
      io.stopWatch();
    }
    Verdict verdict =
        switch (outcome) {
          case DENIED -> Verdict.FILTER_DENIED;
          case ABSENT -> absentVerdict(table, level);
          case FOUND -> entryVerdict();
        };
    probes.add(
        new Probe(
            "level " + level + " table " + table.number(),
            level,
            table.number(),
            table.generation(),
            table.deadEntries(),
            verdict,
            watch.fromDisk(),
            watch.fromCache(),
            watch.bytesFromDisk()));
    return outcome == LookupOutcome.FOUND;
  }

  private Verdict absentVerdict(TableState table, int level) throws IOException {
    if (tables.isDeadIn(table, key, hash, level)) {
      return Verdict.DEAD;
    }
    return tables.hasFilter(table) ? Verdict.FALSE_POSITIVE : Verdict.NOT_THERE;
  }

  private Verdict entryVerdict() {
    return found.kind() == EntryKind.PUT ? Verdict.VALUE : Verdict.TOMBSTONE;
  }
}
