package io.koel.engine;

import io.koel.engine.files.FileNames;
import io.koel.engine.table.TableCache;
import io.koel.engine.table.TableHandle;
import io.koel.engine.version.ObsoleteFiles;
import io.koel.sst.BlockCache;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Deletes what is not needed any more. A file that cannot be deleted does no harm: it is tried
 * again with the next one, and by the next open.
 */
final class FileDeletions implements ObsoleteFiles {

  private final Storage storage;
  private final BlockCache blocks;

  /** What could not be deleted so far, and nobody is trying to delete now. */
  private final Set<String> left = ConcurrentHashMap.newKeySet();

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
      // It was only read, so nothing is lost, and nothing more can be done.
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
    boolean isGone = tryDelete(name);
    for (String earlier : List.copyOf(left)) {
      // Taken out first, so that one thread alone tries it: once the leftover of a generation is
      // gone, its name may be used again.
      if (left.remove(earlier) && !tryDelete(earlier)) {
        left.add(earlier);
      }
    }
    if (!isGone) {
      left.add(name);
    }
  }

  private boolean tryDelete(String name) {
    try {
      storage.delete(name);
    } catch (NoSuchFileException e) {
      // Gone is gone.
    } catch (IOException e) {
      return false;
    }
    return true;
  }

  /** How many files are not needed any more and could not be deleted so far. */
  int left() {
    return left.size();
  }

  /** From now on nothing is deleted: the directory may belong to somebody else soon. */
  void stop() {
    stopped = true;
  }
}
