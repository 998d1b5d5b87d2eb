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

/** Begins new tables, each with a number of its own, as the options want them. */
public final class TableFactory {

  private static final int RESTART_INTERVAL = 16;

  private final Storage storage;
  private final Options options;
  private final VersionSet versions;

  public TableFactory(Storage storage, Options options, VersionSet versions) {
    this.storage = storage;
    this.options = options;
    this.versions = versions;
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
   * @throws java.nio.file.FileAlreadyExistsException if there is one of this number
   */
  long write(GenerationFile generation) throws IOException {
    return generation.write(storage, nameOf(generation));
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
