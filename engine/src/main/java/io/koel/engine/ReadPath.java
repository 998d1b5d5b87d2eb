package io.koel.engine;

import static io.koel.engine.stats.LookupCounters.DENIED;
import static io.koel.engine.stats.LookupCounters.FALSE_POSITIVE;
import static io.koel.engine.stats.LookupCounters.GETS;
import static io.koel.engine.stats.LookupCounters.MEMTABLE_HITS;
import static io.koel.engine.stats.LookupCounters.TRUE_POSITIVE;
import static io.koel.engine.stats.LookupCounters.UNFILTERED;

import io.koel.Cursor;
import io.koel.engine.cursor.Inputs;
import io.koel.engine.cursor.VisibleEntries;
import io.koel.engine.memtable.Memtable;
import io.koel.engine.read.ReaderSlot;
import io.koel.engine.read.ReaderSlots;
import io.koel.engine.read.Tables;
import io.koel.engine.span.EmptySpans;
import io.koel.engine.table.TableCache;
import io.koel.engine.version.KeyPrefix;
import io.koel.engine.version.Level;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryKind;
import io.koel.sst.FoundEntry;
import io.koel.sst.ReadPurpose;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * How keys are found.
 *
 * <p>A lookup hashes its key once and asks, in this order: the memtable, the memtables that wait
 * for their flush from the newest on, the tables of level 0 from the newest on, and one table of
 * each deeper level. The first that has an entry of the key answers. Memtables know it by their
 * index; a table is asked by its filter first.
 *
 * <p>A lookup holds a {@link ReaderSlot} and takes no lock. It allocates nothing but the value.
 */
public final class ReadPath {

  /** Reads what is the latest now. */
  public static final long LATEST = Long.MAX_VALUE;

  /** So many keys of a list are looked up under one slot, for which flushes may have to wait. */
  private static final int KEYS_PER_SLOT = 32;

  private final Lifecycle lifecycle;
  private final ReaderSlots slots;
  private final Views views;
  private final LongSupplier published;
  private final EmptySpans spans;
  private final Tables tables;
  private final TableCache cache;
  private final long hashSeed;

  ReadPath(
      Lifecycle lifecycle,
      ReaderSlots slots,
      Views views,
      LongSupplier published,
      EmptySpans spans,
      Tables tables,
      TableCache cache,
      long hashSeed) {
    this.lifecycle = lifecycle;
    this.slots = slots;
    this.views = views;
    this.published = published;
    this.spans = spans;
    this.tables = tables;
    this.cache = cache;
    this.hashSeed = hashSeed;
  }

  /**
   * The value that a key has, or null.
   *
   * @param sequence a snapshot's sequence, or {@link #LATEST}
   */
  public byte[] get(byte[] key, long sequence) throws IOException {
    ReaderSlot slot = slots.enter();
    try {
      lifecycle.requireOpen();
      // The view first: a sequence that was loaded before it might be older than what it has
      // dropped.
      View view = views.current();
      return get(view, key, Math.min(sequence, published.getAsLong()), slot);
    } finally {
      leave(slot);
    }
  }

  /**
   * The values that keys have at one instant, in the order of the keys; null where there is none.
   */
  public byte[][] get(List<byte[]> keys, long sequence) throws IOException {
    // The list is the caller's code: it may take long, or use the store.
    byte[][] wanted = keys.toArray(new byte[0][]);
    for (byte[] key : wanted) {
      Objects.requireNonNull(key, "key");
    }
    byte[][] values = new byte[wanted.length][];
    Moment moment = pinned(sequence);
    try {
      for (int from = 0; from < wanted.length; from += KEYS_PER_SLOT) {
        get(moment, wanted, values, from);
      }
    } finally {
      moment.view.version.unpin();
    }
    return values;
  }

  /** Looks up some of the keys, from one on. */
  private void get(Moment moment, byte[][] keys, byte[][] values, int from) throws IOException {
    ReaderSlot slot = slots.enter();
    try {
      lifecycle.requireOpen();
      for (int i = from; i < Math.min(from + KEYS_PER_SLOT, keys.length); i++) {
        values[i] = get(moment.view, keys[i], moment.sequence, slot);
      }
    } finally {
      leave(slot);
    }
  }

  /** What a reader sees, whose view has all that there is up to its sequence. */
  private record Moment(View view, long sequence) {}

  /** Pins the view's version, for who reads for longer than a slot may be held. */
  private Moment pinned(long sequence) {
    ReaderSlot slot = slots.enter();
    try {
      lifecycle.requireOpen();
      View view;
      long visible;
      do {
        view = views.current();
        visible = Math.min(sequence, published.getAsLong());
        // If the memtable was changed in between, the view lacks some of what is visible now.
      } while (view != views.current());
      view.version.pin();
      return new Moment(view, visible);
    } finally {
      slot.leave();
    }
  }

  private void leave(ReaderSlot slot) throws IOException {
    slot.found().clear();
    slot.leave();
    if (cache.hasRetired()) {
      cache.closeRetired();
    }
  }

  private byte[] get(View view, byte[] key, long sequence, ReaderSlot slot) throws IOException {
    slot.count(GETS);
    FoundEntry found = slot.found();
    long hash = KeyHash.of(key, hashSeed);
    if (isInMemory(view, key, hash, sequence, found)) {
      slot.count(MEMTABLE_HITS);
    } else if (!isInTables(view.version, key, hash, sequence, slot, found)) {
      return null;
    }
    return found.kind() == EntryKind.PUT ? found.copyValue() : null;
  }

  static boolean isInMemory(View view, byte[] key, long hash, long sequence, FoundEntry found) {
    if (view.active.get(key, hash, sequence, found)) {
      return true;
    }
    for (Memtable memtable : view.waiting) {
      if (memtable.get(key, hash, sequence, found)) {
        return true;
      }
    }
    return false;
  }

  private boolean isInTables(
      Version version, byte[] key, long hash, long sequence, ReaderSlot slot, FoundEntry found)
      throws IOException {
    Level level0 = version.level(0);
    for (int i = 0; i < level0.size(); i++) {
      TableState table = level0.table(i);
      if (table.meta().covers(key) && isIn(table, key, hash, sequence, 0, slot, found)) {
        return true;
      }
    }
    long prefix = KeyPrefix.of(key);
    for (int level = 1; level < Version.LEVELS; level++) {
      TableState table = version.level(level).find(key, prefix);
      if (table != null && isIn(table, key, hash, sequence, level, slot, found)) {
        return true;
      }
    }
    return false;
  }

  private boolean isIn(
      TableState table,
      byte[] key,
      long hash,
      long sequence,
      int level,
      ReaderSlot slot,
      FoundEntry found)
      throws IOException {
    switch (tables.find(table, key, hash, sequence, level, found)) {
      case DENIED:
        slot.count(DENIED + level);
        return false;
      case ABSENT:
        slot.count((tables.hasFilter(table) ? FALSE_POSITIVE : UNFILTERED) + level);
        return false;
      default:
        slot.count((tables.hasFilter(table) ? TRUE_POSITIVE : UNFILTERED) + level);
        return true;
    }
  }

  /**
   * A cursor over what the store has now, or had at a snapshot.
   *
   * @param from inclusive, null for no bound
   * @param to exclusive, null for no bound
   */
  public Cursor scan(byte[] from, byte[] to, ScanOrder order, long sequence) {
    Moment moment = pinned(sequence);
    View view = moment.view;
    Inputs inputs = new Inputs(tables, ReadPurpose.SCAN).add(view.active);
    for (Memtable memtable : view.waiting) {
      inputs.add(memtable);
    }
    inputs.add(view.version);
    VisibleEntries entries =
        order == ScanOrder.ASCENDING
            ? VisibleEntries.ascending(inputs.merge(), spans, moment.sequence, from, to)
            : VisibleEntries.descending(inputs.merge(), moment.sequence, from, to);
    return new StoreCursor(entries, view.version, lifecycle, tables.scans());
  }
}
