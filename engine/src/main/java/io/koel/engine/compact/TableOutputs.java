package io.koel.engine.compact;

import io.koel.engine.closing.Closing;
import io.koel.engine.version.TableMeta;
import io.koel.engine.version.TableState;
import io.koel.sst.EntryCursor;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tables that a merge writes, one after the other.
 *
 * <p>A new table begins only where a new user key does, so that no key is in two tables of a level;
 * and then when the table has its size, or when it overlaps so much of the level below that its own
 * compaction would be a large one.
 *
 * <p>Protocol: {@code ((startKey add*)* finish) close}. What is closed without {@code finish} is
 * deleted.
 */
final class TableOutputs implements Closeable {

  /** How many tables' bytes of the level below a table may overlap. */
  private static final int MAX_OVERLAP = 10;

  /** A table ends after so many entries, however small they are: its generations have limits. */
  private static final long MAX_ENTRIES = 1 << 28;

  private final TableFactory factory;
  private final int level;
  private final long tableBytes;
  private final long expectedKeys;

  /** The tables below the output level, in key order. */
  private final List<TableState> below;

  private int belowIndex;
  private long belowBytes;

  private TableFactory.NewTable current;
  private final List<TableMeta> finished = new ArrayList<>();
  private boolean complete;

  TableOutputs(
      TableFactory factory, int level, long tableBytes, long expectedKeys, List<TableState> below) {
    this.factory = factory;
    this.level = level;
    this.tableBytes = tableBytes;
    this.expectedKeys = expectedKeys;
    this.below = below;
  }

  /** Another user key begins with this entry. */
  void startKey(EntryCursor entry) throws IOException {
    passTablesBelow(entry);
    if (current != null
        && (current.writer().estimatedSize() >= tableBytes
            || current.writer().entries() >= MAX_ENTRIES
            || belowBytes / MAX_OVERLAP > tableBytes)) {
      finishTable();
    }
  }

  private void passTablesBelow(EntryCursor entry) {
    while (belowIndex < below.size() && isBefore(below.get(belowIndex).meta().largest(), entry)) {
      belowBytes += current == null ? 0 : below.get(belowIndex).meta().sizeInBytes();
      belowIndex++;
    }
  }

  private static boolean isBefore(byte[] key, EntryCursor entry) {
    int offset = entry.keyOffset();
    return Arrays.compareUnsigned(
            key, 0, key.length, entry.keyArray(), offset, offset + entry.keyLength())
        < 0;
  }

  void add(EntryCursor entry) throws IOException {
    if (current == null) {
      current = factory.begin(level, expectedKeys);
      belowBytes = 0;
    }
    current
        .writer()
        .add(
            entry.keyArray(),
            entry.keyOffset(),
            entry.keyLength(),
            entry.sequence(),
            entry.kind(),
            entry.valueArray(),
            entry.valueOffset(),
            entry.valueLength());
  }

  private void finishTable() throws IOException {
    finished.add(current.finish());
    current = null;
  }

  /** Completes the last table; all of them are durable then. */
  List<TableMeta> finish() throws IOException {
    if (current != null) {
      finishTable();
    }
    if (!finished.isEmpty()) {
      factory.syncDirectory();
    }
    complete = true;
    return finished;
  }

  @Override
  public void close() throws IOException {
    if (complete) {
      return;
    }
    Closing closing = new Closing();
    if (current != null) {
      closing.then(current.writer()::close);
    }
    finished.forEach(table -> closing.then(() -> factory.delete(table)));
    closing.end();
  }
}
