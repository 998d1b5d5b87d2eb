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

  /** What could not be deleted so far. Whoever is told so may have been told wrong. */
  private final Set<String> left = ConcurrentHashMap.newKeySet();

  /** Those of them that somebody is trying to delete now. */
  private final Set<String> trying = ConcurrentHashMap.newKeySet();

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
    List.copyOf(left).forEach(this::tryAgain);
    if (!isGone) {
      left.add(name);
    }
  }

  /** One thread alone tries, and none after it is gone: then its name may be used again. */
  private void tryAgain(String name) {
    if (trying.add(name)) {
      if (left.contains(name) && tryDelete(name)) {
        left.remove(name);
      }
      trying.remove(name);
    }
  }

  /**
   * Whether a file of this name may still be deleted, also one that nobody has made yet: a deletion
   * that failed may have happened, and it will be tried again.
   */
  boolean isLeft(String name) {
    return left.contains(name);
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
