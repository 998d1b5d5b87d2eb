package io.koel.engine.compact;

import io.koel.FilterDeletes;
import io.koel.engine.closing.Closing;
import io.koel.engine.generation.DeadSet;
import io.koel.engine.generation.Generation;
import io.koel.engine.generation.GenerationFile;
import io.koel.engine.read.Tables;
import io.koel.engine.stats.JobCounters;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.engine.version.VersionEdit;
import io.koel.engine.version.VersionEdit.DropTable;
import io.koel.engine.version.VersionEdit.SetGeneration;
import io.koel.filter.DynamicFilter;
import io.koel.filter.FilterBlock;
import io.koel.sst.EntryCursor;
import io.koel.sst.ReadPurpose;
import io.koel.sst.TableCursor;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Marks the keys of one compaction's tombstones dead in the older tables.
 *
 * <p>A key is marked only after it was read: a filter's "maybe" proves nothing, and removing what
 * is not there would take another key's fingerprint. Whether it is dead already is asked of the
 * dead set, never of the filter. Whatever stands in the way means "unknown", and then the tombstone
 * stays. After an error a table is not asked again; what was marked before it stays marked.
 *
 * <p>Protocol: {@code clear* (finish keep?)? close}. Nothing counts before the edits of {@link
 * #finish} are installed; {@link #close} gives back what was claimed, and deletes the generations
 * that were not to be kept. Not thread-safe.
 */
final class DeadMarks implements Closeable {

  private final FilterDeletes setting;
  private final Tables tables;
  private final TableFactory factory;
  private final TableClaims claims;
  private final MarkBudget budget;
  private final JobCounters counters;

  /** The table of each level that is being looked at. Keys ascend, so that none comes back. */
  private final Examination[] examinations = new Examination[Version.LEVELS];

  private final List<TableState> claimed = new ArrayList<>();
  private final List<TableMarks> marks = new ArrayList<>();
  private final List<String> written = new ArrayList<>();
  private boolean kept;

  DeadMarks(
      FilterDeletes setting,
      Tables tables,
      TableFactory factory,
      TableClaims claims,
      MarkBudget budget,
      JobCounters counters) {
    this.setting = setting;
    this.tables = tables;
    this.factory = factory;
    this.claims = claims;
    this.budget = budget;
    this.counters = counters;
  }

  /**
   * Sees to it that the table shows no version of the key. False: that is not known, or could not
   * be done.
   *
   * <p>REQUIRES: all of the table's entries of the key are older than the tombstone, no snapshot
   * sees them, and keys come in ascending order.
   */
  boolean clear(TableState table, int level, byte[] key) throws IOException {
    Examination examination = examinations[level];
    if (examination == null || examination.table != table) {
      leave(level);
      examination = new Examination(table, level);
      examinations[level] = examination;
    }
    return examination.clear(key);
  }

  private void leave(int level) throws IOException {
    Examination examination = examinations[level];
    if (examination != null) {
      examinations[level] = null;
      examination.close();
    }
  }

  /**
   * Writes the new generations and says what is to be installed. A table that is dead as a whole is
   * dropped instead.
   */
  List<VersionEdit> finish() throws IOException {
    List<VersionEdit> edits = new ArrayList<>();
    for (TableMarks table : marks) {
      if (table.isAllDead()) {
        edits.add(new DropTable(table.level(), table.table().number()));
        counters.deadTablesDropped.increment();
      } else {
        edits.add(write(table));
      }
      counters.keysMarked.add(table.deadKeys());
      counters.entriesMarked.add(table.deadEntries() - table.table().deadEntries());
    }
    if (!written.isEmpty()) {
      factory.syncDirectory();
    }
    return edits;
  }

  /**
   * The edits will be installed: from now on the new generations stay, even if that fails, as then
   * nobody knows whether they count.
   */
  void keep() {
    kept = true;
  }

  private SetGeneration write(TableMarks table) throws IOException {
    TableState state = table.table();
    DeadSet dead = table.deadSet();
    Optional<FilterBlock> filter = table.filterBlock();
    for (int next = state.generation() + 1; ; next++) {
      GenerationFile file =
          new GenerationFile(state.number(), next, state.meta().entries(), dead, filter);
      try {
        long bytes = factory.write(file);
        written.add(TableFactory.nameOf(file));
        counters.generationsWritten.increment();
        counters.generationBytes.add(bytes);
        return new SetGeneration(table.level(), state.number(), next, dead.count());
      } catch (FileAlreadyExistsException leftover) {
        // A crash left it and opening could not delete it: it stays, and its number is passed over.
      }
    }
  }

  @Override
  public void close() throws IOException {
    Closing closing = new Closing();
    for (int i = 0; i < examinations.length; i++) {
      int level = i;
      closing.then(() -> leave(level));
    }
    closing.then(() -> claims.release(claimed));
    if (!kept) {
      written.forEach(name -> closing.then(() -> factory.deleteGeneration(name)));
    }
    closing.end();
  }

  /** One older table while the tombstones in its range pass by. */
  private final class Examination implements Closeable {

    final TableState table;
    private final int level;
    private final TableCursor entries;
    private final DeadSet dead;

    private long bytesCharged;
    private long blocksCharged;
    private TableMarks marksHere;
    private boolean unknown;

    /** What it takes to mark anything here is over the budget. */
    private boolean tooExpensive;

    /** If not null, {@link #entries} is at the first entry behind this key, or at the end. */
    private byte[] passed;

    Examination(TableState table, int level) throws IOException {
      this.table = table;
      this.level = level;
      this.dead = tables.deadSet(table, level);
      this.entries = tables.openAll(table, level, ReadPurpose.VERIFICATION);
    }

    boolean clear(byte[] key) throws IOException {
      if (tooExpensive) {
        counters.verificationsOverBudget.increment();
        return false;
      }
      return !unknown && verifyAndMark(key);
    }

    private boolean verifyAndMark(byte[] key) throws IOException {
      try {
        if (!isAtFirstFrom(key)) {
          passed = null;
          if (!allows(entries.bytesToSeek(key, 0, key.length, EntryCursor.MAX_SEQUENCE))) {
            return false;
          }
          entries.seek(key, 0, key.length, EntryCursor.MAX_SEQUENCE);
        }
        if (!entries.valid() || !isAt(key)) {
          passed = key;
          return true;
        }
        return settleVersions(key);
      } finally {
        chargeEntries();
      }
    }

    /**
     * Whether the cursor is at the first entry of this key or behind it already, so that no block
     * is read again for a key between the last one and this entry.
     */
    private boolean isAtFirstFrom(byte[] key) {
      return passed != null
          && Arrays.compareUnsigned(passed, key) < 0
          && (!entries.valid() || compareEntryTo(key) >= 0);
    }

    /** REQUIRES: the cursor is at the newest version of the key. */
    private boolean settleVersions(byte[] key) throws IOException {
      passed = null;
      long first = entries.ordinal();
      int count = 1;
      while (allows(entries.bytesToNext())) {
        if (!entries.next() || !isAt(key)) {
          passed = key;
          return settle(key, first, count);
        }
        count++;
      }
      // There may be more versions, which the budget does not reach.
      return false;
    }

    /** Whether so many bytes may be read; a tombstone for which they may not stays. */
    private boolean allows(long bytes) {
      chargeEntries();
      if (budget.allows(bytes)) {
        return true;
      }
      counters.verificationsOverBudget.increment();
      return false;
    }

    private void chargeEntries() {
      charge(entries.bytesFromDisk() - bytesCharged, entries.blocksFromDisk() - blocksCharged);
      bytesCharged = entries.bytesFromDisk();
      blocksCharged = entries.blocksFromDisk();
    }

    private void charge(long bytes, long blocks) {
      budget.charge(bytes);
      counters.verificationBytes.add(bytes);
      counters.verificationReads.add(blocks);
    }

    /** The key has just these entries here. */
    private boolean settle(byte[] key, long first, int count) throws IOException {
      if (isDead(first)) {
        return true;
      }
      if (marksHere == null && !begin()) {
        return false;
      }
      marksHere.kill(key, first, count);
      return true;
    }

    private boolean isDead(long ordinal) {
      return marksHere != null ? marksHere.isDead(ordinal) : dead.isDead(ordinal);
    }

    private boolean begin() throws IOException {
      boolean forgets = setting == FilterDeletes.FULL && tables.canForget(table);
      boolean pays = budget.pays(table, level, forgets);
      // A generation's filter is in memory, the table's own only in a form that is not for changes.
      long filterBytes = forgets && table.generation() == 0 ? table.meta().filterBytes() : 0;
      if (pays && !allows(filterBytes)) {
        tooExpensive = true;
        return false;
      }
      if (!pays || !claims.tryClaim(table, level)) {
        unknown = true;
        return false;
      }
      // Whatever happens from here on, closing gives the table back.
      claimed.add(table);
      charge(filterBytes, filterBytes > 0 ? 1 : 0);
      Optional<FilterBlock> block =
          forgets ? tables.exactFilterBlock(table, level) : Optional.empty();
      DynamicFilter filter = Generation.thaw(block).orElse(null);
      long filterSeed = block.map(FilterBlock::hashSeed).orElse(0L);
      marksHere = new TableMarks(table, level, dead, filter, filterSeed);
      marks.add(marksHere);
      return true;
    }

    private boolean isAt(byte[] key) {
      int from = entries.keyOffset();
      return Arrays.equals(
          entries.keyArray(), from, from + entries.keyLength(), key, 0, key.length);
    }

    private int compareEntryTo(byte[] key) {
      int from = entries.keyOffset();
      return Arrays.compareUnsigned(
          entries.keyArray(), from, from + entries.keyLength(), key, 0, key.length);
    }

    @Override
    public void close() throws IOException {
      tables.close(table, entries);
    }
  }
}
