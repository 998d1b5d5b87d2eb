package io.koel.bench.compare;

import io.koel.bench.engine.LeveledStore;
import io.koel.bench.engine.StoreSession;
import io.koel.bench.engine.StoreSettings;
import io.koel.bench.workload.KeySpace;
import io.koel.bench.workload.WorkProgress;
import java.io.IOException;
import java.util.List;

/**
 * Which entries of a {@link KeySpace} go to which level. The same for every store, so that all of
 * them look into the same tree:
 *
 * <pre>
 * level 6   80 % of the entries
 * level 5   15 %
 * level 4    3 %, and the tombstones of every 20th entry of levels 5 and 6
 * level 0    2 tables of 1 % each, or of half a memtable if that is less
 * </pre>
 *
 * Each part is spread evenly over the whole range of keys, so that without filters a lookup of an
 * absent key has to look into five tables: one a level and two on level 0.
 *
 * <p>Entries are counted in the key space's random order. Levels are filled from the deepest up;
 * what a level gets is written, flushed and moved there before the next begins, which makes the
 * tree the same on every run.
 */
public final class Placement {

  private static final int DELETE_EVERY = 20;
  private static final int MIN_ENTRIES = 1000;
  private static final int REPORT_EVERY = 4096;

  /** A part of the entries: positions {@code from} to {@code to}, exclusive. */
  private record Part(int level, long from, long to, boolean deletes) {}

  private final KeySpace keys;
  private final List<Part> parts;
  private final long deletable;

  public Placement(KeySpace keys, StoreSettings settings) {
    this.keys = keys;
    long n = keys.entries();
    if (n < MIN_ENTRIES) {
      throw new IllegalArgumentException("entries " + n + " is below " + MIN_ENTRIES);
    }
    long entryBytes = KeySpace.KEY_BYTES + keys.valueBytes() + 64L;
    long halfMemtable = Math.max(1, settings.memtableBytes() / 2 / entryBytes);
    long top = Math.min(n / 100, halfMemtable);
    long deepest = n * 80 / 100;
    long second = n * 95 / 100;
    this.deletable = second;
    this.parts =
        List.of(
            new Part(6, 0, deepest, false),
            new Part(5, deepest, second, false),
            new Part(4, second, n - 2 * top, true),
            new Part(0, n - 2 * top, n - top, false),
            new Part(0, n - top, n, false));
  }

  /** How many writes {@link #load} does. */
  public long operations() {
    return keys.entries() + deleted();
  }

  public long deleted() {
    return deletable / DELETE_EVERY;
  }

  public long live() {
    return keys.entries() - deleted();
  }

  /** Writes everything into an empty store. */
  public void load(LeveledStore store, WorkProgress progress) throws IOException {
    for (Part part : parts) {
      try (StoreSession session = store.session()) {
        write(part, session, progress);
      }
      store.moveLevelZeroTo(part.level);
    }
  }

  private void write(Part part, StoreSession session, WorkProgress progress) throws IOException {
    for (long position = part.from; position < part.to; position++) {
      long number = keys.shuffled(position);
      session.put(keys.key(number), keys.value(number, 0));
      report(progress, position + 1 - part.from, part.to - part.from);
    }
    for (long i = 0; part.deletes && i < deleted(); i++) {
      session.delete(keys.key(keys.shuffled(deletedAt(i))));
      report(progress, i + 1, deleted());
    }
  }

  /** Tells of the writes done, some at a time. */
  private static void report(WorkProgress progress, long done, long all) {
    if (done % REPORT_EVERY == 0) {
      progress.advance(REPORT_EVERY);
    } else if (done == all) {
      progress.advance(done % REPORT_EVERY);
    }
  }

  /** The position of the i-th deleted entry. */
  private static long deletedAt(long i) {
    return i * DELETE_EVERY + DELETE_EVERY / 2;
  }

  /** The number of a key that was deleted, picked by {@code random}. */
  long deletedNumber(long random) {
    return keys.shuffled(deletedAt(Long.remainderUnsigned(random, deleted())));
  }

  /** The number of a key that is there, picked by {@code random}. */
  long liveNumber(long random) {
    long position = Long.remainderUnsigned(random, keys.entries());
    boolean dead =
        position % DELETE_EVERY == DELETE_EVERY / 2 && position / DELETE_EVERY < deleted();
    // The entry before a deleted one is alive.
    return keys.shuffled(dead ? position - 1 : position);
  }
}
