package io.koel.bench.cli;

import io.koel.bench.workload.ScratchFolder;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a command's databases live while it runs. */
final class ScratchOption {

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where the databases live meanwhile (default: the system's temporary folder).")
  private Path dir;

  /** A new folder, which the caller closes. */
  ScratchFolder create(String name) throws IOException {
    return dir == null ? ScratchFolder.temporary(name) : ScratchFolder.in(dir, name);
  }
}
