package io.koel.engine;

import io.koel.engine.batch.BatchReader;
import io.koel.engine.files.FileNames;
import io.koel.engine.log.LogReader;
import io.koel.filter.CorruptionException;
import io.koel.sst.Storage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads the logs that were not flushed, as far as the writes in them follow each other without a
 * gap.
 *
 * <p>A loss of power may take the end of a log and leave a later log. What the later one holds came
 * after what was lost, so it is dropped: what survives is a prefix of the writes. But a log is
 * synced only after all logs before it, so if a later one was synced, the gap is damage.
 */
final class LogReplay {

  /** Takes a batch over. The reader is good until the next one comes. */
  @FunctionalInterface
  interface Target {
    void apply(BatchReader batch) throws IOException;
  }

  private final Storage storage;
  private long lastSequence;

  /** Begins after the last sequence that is in a table. */
  LogReplay(Storage storage, long lastSequence) {
    this.storage = storage;
    this.lastSequence = lastSequence;
  }

  /** Replays logs, in the order of their numbers; returns the last sequence. */
  long run(List<Long> logNumbers, Target target) throws IOException {
    String gap = null;
    for (long number : logNumbers) {
      gap = gap == null ? replay(number, target) : requireUnsynced(number, gap);
    }
    return lastSequence;
  }

  /** Replays one log; says what is missing if it does not follow on what was before, else null. */
  private String replay(long number, Target target) throws IOException {
    String name = FileNames.log(number);
    try (LogReader log = LogReader.open(storage, name, number)) {
      while (log.next()) {
        BatchReader batch =
            BatchReader.of(
                log.record(), log.recordOffset(), log.recordLength(), storage.describe(name));
        if (batch.firstSequence() != lastSequence + 1) {
          String gap =
              storage.describe(name)
                  + " goes on with write "
                  + batch.firstSequence()
                  + " where "
                  + (lastSequence + 1)
                  + " is due";
          if (batch.firstSequence() <= lastSequence) {
            throw new CorruptionException(gap);
          }
          return requireUnsynced(log, gap);
        }
        target.apply(batch);
        lastSequence = batch.lastSequence();
      }
      return null;
    }
  }

  private String requireUnsynced(long number, String gap) throws IOException {
    try (LogReader log = LogReader.open(storage, FileNames.log(number), number)) {
      return requireUnsynced(log, gap);
    }
  }

  private static String requireUnsynced(LogReader log, String gap) throws IOException {
    while (log.next()) {
      // Each record says how far the log was synced before it.
    }
    Optional<String> torn = log.torn();
    if (log.syncedLength() > 0) {
      throw new CorruptionException(
          gap + ", though a later log was synced" + torn.map(t -> " (" + t + ")").orElse(""));
    }
    return gap;
  }
}
