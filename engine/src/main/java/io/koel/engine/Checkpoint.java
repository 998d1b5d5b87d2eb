package io.koel.engine;

import io.koel.engine.files.FileNames;
import io.koel.engine.version.Manifest;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.engine.version.VersionEdit;
import io.koel.engine.version.VersionSet;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;

/**
 * Makes a database of a version in another directory, with hard links where the file system has
 * them. CURRENT comes last, so that a checkpoint that was cut off is never taken for a database.
 */
final class Checkpoint {

  private final Storage storage;
  private final VersionSet versions;

  Checkpoint(Storage storage, VersionSet versions) {
    this.storage = storage;
    this.versions = versions;
  }

  /** REQUIRES: the version is pinned, and holds all that the checkpoint shall have. */
  void write(Version version, Storage target) throws IOException {
    if (!target.list().isEmpty()) {
      throw new FileSystemException(
          target.describe(target.list().get(0)), null, "a checkpoint needs an empty directory");
    }
    for (TableState table : version.tables()) {
      storage.link(FileNames.table(table.number()), target);
      if (table.generation() > 0) {
        storage.link(FileNames.generation(table.number(), table.generation()), target);
      }
    }
    target.syncDirectory();
    List<VersionEdit> snapshot = versions.snapshot(version, VersionSet.NO_LOG);
    try (Manifest manifest = Manifest.create(target, versions.newNumber(), snapshot)) {
      manifest.finish();
    }
  }
}
