package io.koel.engine.compact;

import io.koel.Options;
import io.koel.engine.files.FileNames;
import io.koel.engine.generation.GenerationFile;
import io.koel.engine.version.TableMeta;
import io.koel.engine.version.VersionSet;
import io.koel.sst.Storage;
import io.koel.sst.TableOptions;
import io.koel.sst.TableWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.function.Predicate;

/** Begins new tables, each with a number of its own, as the options want them. */
public final class TableFactory {

  private static final int RESTART_INTERVAL = 16;

  private final Storage storage;
  private final Options options;
  private final VersionSet versions;
  private final Predicate<String> isToBeDeleted;

  /**
   * Makes a factory.
   *
   * @param isToBeDeleted whether a file of this name would be deleted sooner or later
   */
  public TableFactory(
      Storage storage, Options options, VersionSet versions, Predicate<String> isToBeDeleted) {
    this.storage = storage;
    this.options = options;
    this.versions = versions;
    this.isToBeDeleted = isToBeDeleted;
  }

  /** A table that is being written. */
  record NewTable(long number, TableWriter writer) {

    /** Completes and syncs the table. */
    TableMeta finish() throws IOException {
      return TableMeta.of(number, writer.finish());
    }
  }

  NewTable begin(int level, long expectedKeys) throws IOException {
    long number = versions.newNumber();
    TableOptions table =
        new TableOptions(
            options.blockBytes(),
            RESTART_INTERVAL,
            options.compressionAt(level),
            options.filterPolicy(),
            level,
            versions.hashSeed(),
            expectedKeys);
    return new NewTable(number, TableWriter.create(storage, FileNames.table(number), table));
  }

  /** Deletes a finished table that will not be used after all. */
  void delete(TableMeta table) throws IOException {
    storage.delete(FileNames.table(table.number()));
  }

  /** The name that a generation is stored by. */
  static String nameOf(GenerationFile generation) {
    return FileNames.generation(generation.tableNumber(), generation.generation());
  }

  /**
   * Writes and syncs a generation; gives the length of its file.
   *
   * @throws FileAlreadyExistsException if there is one of this number, or if one was to be deleted
   *     and may yet be
   */
  long write(GenerationFile generation) throws IOException {
    String name = nameOf(generation);
    if (isToBeDeleted.test(name)) {
      throw new FileAlreadyExistsException(storage.describe(name));
    }
    return generation.write(storage, name);
  }

  /** Deletes a generation that will not be used after all. */
  void deleteGeneration(String name) throws IOException {
    storage.delete(name);
  }

  /** Makes the new files' names durable. */
  void syncDirectory() throws IOException {
    storage.syncDirectory();
  }
}
