package io.koel.engine;

import io.koel.engine.files.FileNames;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.engine.version.VersionSet;
import io.koel.filter.CorruptionException;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** What a directory holds, seen from outside: a database, nothing yet, or something else. */
final class Directory {

  /** More numbers than a database gives between two records of its manifest. */
  private static final long NUMBERS_PER_RECORD = 1L << 40;

  private final Storage storage;
  private List<String> names;

  Directory(Storage storage) throws IOException {
    this.storage = storage;
    this.names = storage.list();
  }

  /**
   * Whether there is a database.
   *
   * @return false if one can be made here
   * @throws FileSystemException if the directory holds something else
   * @throws CorruptionException if it holds a database that lost its CURRENT file
   */
  boolean hasDatabase() throws IOException {
    if (names.contains(FileNames.CURRENT)) {
      return true;
    }
    for (String name : names) {
      if (FileNames.logNumber(name).isPresent()
          || FileNames.tableNumber(name).isPresent()
          || FileNames.generationTable(name).isPresent()) {
        throw new CorruptionException(
            storage.describe(FileNames.CURRENT) + " is missing, though there is " + name);
      }
      if (!isLeftOfCreation(name)) {
        throw new FileSystemException(
            storage.describe(name), null, "the directory holds something that is not Koel's");
      }
    }
    return false;
  }

  /**
   * Refuses what {@link #hasDatabase} refuses, without the lock: locking leaves a file, and a
   * directory that holds something else must stay as it is. Where there is a lock file already,
   * others may be at work, and only who holds the lock can judge.
   */
  void requireLockable() throws IOException {
    if (!names.contains(FileNames.LOCK)) {
      hasDatabase();
    }
  }

  /** Whether a creation that was cut off can have left this. Logs and tables come later. */
  private static boolean isLeftOfCreation(String name) {
    return name.equals(FileNames.LOCK)
        || name.equals(FileNames.CURRENT_TEMPORARY)
        || FileNames.manifestNumber(name).isPresent();
  }

  /**
   * From now on passes over the files whose numbers the database cannot have given, for whatever
   * reason they are here: they are not read and not deleted, and its own numbers stay small. A
   * number that a file name has no room for would let its next log be forgotten.
   *
   * @param nextNumber the next number by its manifest, which a crash may have left behind
   */
  void passOverForeign(long nextNumber) {
    names =
        names.stream()
            .filter(name -> FileNames.anyNumber(name).orElse(0) - nextNumber < NUMBERS_PER_RECORD)
            .toList();
  }

  /** The largest number that any file here has; 0 if none has one. */
  long largestNumber() {
    return names.stream()
        .map(FileNames::anyNumber)
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .max()
        .orElse(0);
  }

  /** The numbers of the logs from this one on, ascending. */
  List<Long> logsFrom(long first) {
    return names.stream()
        .map(FileNames::logNumber)
        .filter(OptionalLong::isPresent)
        .map(OptionalLong::getAsLong)
        .filter(number -> number >= first)
        .sorted()
        .toList();
  }

  /** Checks that the first log that is needed is there: what it holds may be nowhere else. */
  void requireLog(long first) throws CorruptionException {
    if (first != VersionSet.NO_LOG && !names.contains(FileNames.log(first))) {
      throw new CorruptionException(storage.describe(FileNames.log(first)) + " is missing");
    }
  }

  /** Checks that every table of a version is there in its full length. */
  void requireTables(Version version) throws IOException {
    Set<String> present = new HashSet<>(names);
    for (TableState table : version.tables()) {
      String name = FileNames.table(table.number());
      if (!present.contains(name)) {
        throw new CorruptionException(storage.describe(name) + " is missing");
      }
      long size = storage.size(name);
      if (size != table.meta().sizeInBytes()) {
        throw new CorruptionException(
            storage.describe(name)
                + " has "
                + size
                + " bytes, where the manifest says "
                + table.meta().sizeInBytes());
      }
      String generation = FileNames.generation(table.number(), table.generation());
      if (table.generation() > 0 && !present.contains(generation)) {
        throw new CorruptionException(storage.describe(generation) + " is missing");
      }
    }
  }

  /** Deletes the database's files that the versions do not need: what crashes and closes left. */
  void deleteOrphans(VersionSet versions, long manifestNumber, FileDeletions deletions) {
    Set<String> needed = new HashSet<>();
    needed.add(FileNames.manifest(manifestNumber));
    for (TableState table : versions.current().tables()) {
      needed.add(FileNames.table(table.number()));
      if (table.generation() > 0) {
        needed.add(FileNames.generation(table.number(), table.generation()));
      }
    }
    long firstLog = versions.logNumber();
    for (String name : names) {
      boolean ours = FileNames.anyNumber(name).isPresent();
      boolean living = FileNames.logNumber(name).orElse(-1) >= firstLog;
      if (ours && !living && !needed.contains(name)) {
        deletions.delete(name);
      }
    }
  }
}
