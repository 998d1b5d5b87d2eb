package io.koel.bench.cli;

import io.koel.Koel;
import io.koel.Options;
import io.koel.bench.engine.KoelFiles;
import io.koel.bench.engine.StoredOptions;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** A command about one database. */
abstract class DatabaseCommand extends Subcommand {

  @Parameters(index = "0", paramLabel = "DIR", description = "The database's directory.")
  Path dir;

  /**
   * Opens the database to change it, so that new tables are like those that it has; a directory
   * that is none stays as it is.
   */
  final Koel openExisting() throws IOException {
    return Koel.open(dir, StoredOptions.of(dir));
  }

  /** Opens the database to look at it: whatever its options are, no file changes. */
  final Koel openReadOnly() throws IOException {
    return openReadOnly(Options.defaults());
  }

  /** The same without a block cache, so that each block that is asked for is read. */
  final Koel openUncached() throws IOException {
    return openReadOnly(Options.defaults().withBlockCacheBytes(0));
  }

  private Koel openReadOnly(Options options) throws IOException {
    KoelFiles.requireDatabase(dir);
    return Koel.openReadOnly(dir, options);
  }
}
