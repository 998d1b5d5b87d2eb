package io.koel.bench.engine;

import io.koel.engine.files.FileNames;
import io.koel.engine.table.TableHandle;
import io.koel.engine.version.ObsoleteFiles;
import io.koel.engine.version.VersionSet;
import io.koel.sst.FileStorage;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Makes an empty Koel database whose key hashes have a known seed. A database that Koel makes by
 * itself draws its seed at random, as it should, but then the false positives of two runs differ.
 */
public final class SeededDatabase {

  private static final long HASH_SEED = 0x6b6f656c;
  private static final long MANIFEST_LIMIT = 1 << 20;

  private SeededDatabase() {}

  public static void createIfMissing(Path dir) throws IOException {
    Storage storage = FileStorage.create(dir);
    if (storage.list().contains(FileNames.CURRENT)) {
      return;
    }
    try (VersionSet versions =
        VersionSet.create(storage, MANIFEST_LIMIT, new NothingYet(), HASH_SEED)) {
      versions.startManifest();
    }
  }

  /** A new database has no file that could become obsolete. */
  private static final class NothingYet implements ObsoleteFiles {
    @Override
    public void tableObsolete(TableHandle table) {
      throw new IllegalStateException("a new database has no " + table);
    }

    @Override
    public void generationObsolete(long table, int generation) {
      throw new IllegalStateException("a new database has no generation of table " + table);
    }

    @Override
    public void manifestObsolete(long number) {
      throw new IllegalStateException("a new database has no older manifest " + number);
    }
  }
}
