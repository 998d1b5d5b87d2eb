package io.koel.engine.cursor;

import io.koel.engine.read.Tables;
import io.koel.engine.version.Level;
import io.koel.engine.version.TableState;
import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;
import io.koel.sst.ReadPurpose;
import io.koel.sst.TableCursor;
import java.io.IOException;

/**
 * The entries of a level whose tables are disjoint, one table after the other. One table is open at
 * a time.
 */
public final class LevelCursor implements EntryCursor {

  private final Level level;
  private final Tables tables;
  private final ReadPurpose purpose;

  private int index = -1;
  private TableCursor table;

  /** REQUIRES: the level's tables are disjoint, and their version is pinned. */
  public LevelCursor(Level level, Tables tables, ReadPurpose purpose) {
    this.level = level;
    this.tables = tables;
    this.purpose = purpose;
  }

  @Override
  public boolean first() throws IOException {
    return open(0) && (table.first() || firstOfLaterTable());
  }

  @Override
  public boolean last() throws IOException {
    return open(level.size() - 1) && (table.last() || lastOfEarlierTable());
  }

  @Override
  public boolean seek(byte[] key, int offset, int length, long sequence) throws IOException {
    return open(level.firstNotBefore(key, offset, length))
        && (table.seek(key, offset, length, sequence) || firstOfLaterTable());
  }

  @Override
  public boolean seekForPrev(byte[] key, int offset, int length, long sequence) throws IOException {
    int notBefore = level.firstNotBefore(key, offset, length);
    return open(Math.min(notBefore, level.size() - 1))
        && (table.seekForPrev(key, offset, length, sequence) || lastOfEarlierTable());
  }

  @Override
  public boolean next() throws IOException {
    return table.next() || firstOfLaterTable();
  }

  @Override
  public boolean prev() throws IOException {
    return table.prev() || lastOfEarlierTable();
  }

  private boolean firstOfLaterTable() throws IOException {
    while (open(index + 1)) {
      if (table.first()) {
        return true;
      }
    }
    return false;
  }

  private boolean lastOfEarlierTable() throws IOException {
    while (open(index - 1)) {
      if (table.last()) {
        return true;
      }
    }
    return false;
  }

  /** Makes the table at an index the open one; false if there is no such index. */
  private boolean open(int wanted) throws IOException {
    if (table == null || wanted != index) {
      close();
      if (wanted < 0 || wanted >= level.size()) {
        return false;
      }
      table = tables.open(level.table(wanted), level.number(), purpose);
      index = wanted;
    }
    return true;
  }

  @Override
  public boolean valid() {
    return table != null && table.valid();
  }

  @Override
  public byte[] keyArray() {
    return table.keyArray();
  }

  @Override
  public int keyOffset() {
    return table.keyOffset();
  }

  @Override
  public int keyLength() {
    return table.keyLength();
  }

  @Override
  public long sequence() {
    return table.sequence();
  }

  @Override
  public EntryKind kind() {
    return table.kind();
  }

  @Override
  public byte[] valueArray() {
    return table.valueArray();
  }

  @Override
  public int valueOffset() {
    return table.valueOffset();
  }

  @Override
  public int valueLength() {
    return table.valueLength();
  }

  @Override
  public void close() throws IOException {
    if (table != null) {
      TableCursor closing = table;
      TableState state = level.table(index);
      table = null;
      index = -1;
      if (purpose == ReadPurpose.SCAN) {
        tables.scans().steppedOver.add(closing.deadPassed());
      }
      tables.close(state, closing);
    }
  }
}
