package io.koel.engine.cursor;

import io.koel.engine.memtable.Memtable;
import io.koel.engine.read.Tables;
import io.koel.engine.version.Level;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.sst.EntryCursor;
import io.koel.sst.ReadPurpose;
import java.util.ArrayList;
import java.util.List;

/** Gathers what is to be merged. Nothing is opened before the merge is positioned. */
public final class Inputs {

  private final Tables tables;
  private final ReadPurpose purpose;
  private final List<EntryCursor> cursors = new ArrayList<>();

  public Inputs(Tables tables, ReadPurpose purpose) {
    this.tables = tables;
    this.purpose = purpose;
  }

  public Inputs add(Memtable memtable) {
    if (!memtable.isEmpty()) {
      cursors.add(memtable.cursor());
    }
    return this;
  }

  /** Tables of one level: those of level 0 may overlap, those of others must not. */
  public Inputs add(int level, List<TableState> some) {
    add(Level.of(level, some));
    return this;
  }

  /** All tables of a version. */
  public Inputs add(Version version) {
    for (int level = 0; level < Version.LEVELS; level++) {
      add(version.level(level));
    }
    return this;
  }

  private void add(Level level) {
    if (!level.isEmpty()) {
      for (Level disjoint : level.disjoint()) {
        cursors.add(new LevelCursor(disjoint, tables, purpose));
      }
    }
  }

  public EntryCursor merge() {
    return MergeCursor.of(cursors);
  }
}
