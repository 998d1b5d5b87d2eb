package io.koel.bench.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder for databases that are measured. It goes with all that is in it when it is closed, and
 * also when the JVM is stopped before that, by Ctrl-C for instance.
 */
public final class ScratchFolder implements AutoCloseable {

  /** Whoever writes into the folder goes on while it is deleted, until their files are gone. */
  private static final int MAX_ATTEMPTS = 100;

  private final Path path;
  private final AtExit atExit;

  private ScratchFolder(Path path) {
    this.path = path;
    atExit = AtExit.run(this::deleteWhileInUse);
  }

  /** A new folder in this one, which is made if it is missing. */
  public static ScratchFolder in(Path parent, String prefix) throws IOException {
    return new ScratchFolder(Files.createTempDirectory(Files.createDirectories(parent), prefix));
  }

  /** A new folder in the system's temporary one. */
  public static ScratchFolder temporary(String prefix) throws IOException {
    return new ScratchFolder(Files.createTempDirectory(prefix));
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    try {
      Folders.delete(path);
    } finally {
      atExit.close();
    }
  }

  private void deleteWhileInUse() {
    for (int attempt = 0; attempt < MAX_ATTEMPTS && Files.exists(path); attempt++) {
      try {
        Folders.delete(path);
      } catch (IOException | UncheckedIOException e) {
        // A file came or went meanwhile, so once more.
        Thread.onSpinWait();
      }
    }
  }
}
