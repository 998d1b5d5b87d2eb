package io.koel.engine;

import io.koel.engine.files.FileNames;
import io.koel.engine.table.TableCache;
import io.koel.engine.table.TableHandle;
import io.koel.engine.version.ObsoleteFiles;
import io.koel.sst.BlockCache;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Deletes what is not needed any more. A file that cannot be deleted does no harm: it is counted,
 * and the next open tries again.
 */
final class FileDeletions implements ObsoleteFiles {

  private final Storage storage;
  private final BlockCache blocks;
  private final LongAdder failed = new LongAdder();
  private volatile TableCache tables;
  private volatile boolean stopped;

  FileDeletions(Storage storage, BlockCache blocks) {
    this.storage = storage;
    this.blocks = blocks;
  }

  /** REQUIRES: before the first table becomes obsolete. */
  void setTables(TableCache tables) {
    this.tables = tables;
  }

  @Override
  public void tableObsolete(TableHandle table) {
    try {
      tables.discard(table);
    } catch (IOException e) {
      failed.increment();
    }
    blocks.evictTable(table.number());
    delete(FileNames.table(table.number()));
  }

  @Override
  public void generationObsolete(long table, int generation) {
    delete(FileNames.generation(table, generation));
  }

  @Override
  public void manifestObsolete(long number) {
    delete(FileNames.manifest(number));
  }

  void deleteLog(long number) {
    delete(FileNames.log(number));
  }

  void delete(String name) {
    if (stopped) {
      return;
    }
    try {
      storage.delete(name);
    } catch (NoSuchFileException e) {
      // Gone is gone.
    } catch (IOException e) {
      failed.increment();
    }
  }

  /** How many files could not be deleted or closed. */
  long failed() {
    return failed.sum();
  }

  /** From now on nothing is deleted: the directory may belong to somebody else soon. */
  void stop() {
    stopped = true;
  }
}
