package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Named pipes, which Java cannot make. */
final class Pipes {

  private Pipes() {}

  /** Makes a pipe; the test is skipped where there is no {@code mkfifo}. */
  static void make(Path path) throws IOException, InterruptedException {
    Process mkfifo;
    try {
      mkfifo = new ProcessBuilder("mkfifo", path.toString()).inheritIO().start();
    } catch (IOException missing) {
      Assumptions.abort("there is no mkfifo: " + missing.getMessage());
      return;
    }
    assertEquals(0, mkfifo.waitFor(), "mkfifo " + path);
  }
}
