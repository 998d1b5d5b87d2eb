package io.koel.bench.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * A folder for databases that are measured. It goes with all that is in it when it is closed, and
 * also when the JVM is stopped before that, by Ctrl-C for instance.
 */
public final class ScratchFolder implements AutoCloseable {

  private static final long PAUSE_NANOS = 10_000_000;
  private static final int MAX_LOOKS = 1000;
  private static final int LOOKS_UNTIL_SURE = 100;

  private final Path path;
  private final AtExit atExit;
  private volatile boolean givenUp;

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
      givenUp = true;
      atExit.close();
    }
  }

  /**
   * Whoever works in the folder goes on while it is deleted, and may even make it again, until a
   * missing file ends the run and the folder is given up. A run that needs no file for a second
   * comes too late.
   */
  void deleteWhileInUse() {
    int looks = 0;
    int gone = 0;
    while (looks < MAX_LOOKS && gone < LOOKS_UNTIL_SURE) {
      boolean unused = givenUp;
      gone = deleteIfThere() ? 0 : gone + 1;
      if (unused && gone > 0) {
        return;
      }
      looks++;
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private boolean deleteIfThere() {
    if (!Files.exists(path)) {
      return false;
    }
    try {
      Folders.delete(path);
    } catch (IOException | UncheckedIOException e) {
      // A file came or went meanwhile: the next look finds what is left.
      Thread.onSpinWait();
    }
    return true;
  }
}
