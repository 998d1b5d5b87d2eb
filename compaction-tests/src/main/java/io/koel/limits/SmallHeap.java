package io.koel.limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs {@link LargeDatabase} in a process with a small heap. */
public final class SmallHeap {

  private SmallHeap() {}

  /**
   * Runs it.
   *
   * @param directory an empty one, or none yet
   * @throws AssertionError if it fails; the message has all that it said
   */
  public static void run(Path directory, int heapMegabytes, int databaseMegabytes)
      throws IOException {
    Files.createDirectories(directory);
    Path output = directory.resolveSibling(directory.getFileName() + ".out");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + heapMegabytes + "m",
            "-XX:MaxDirectMemorySize=64m",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            System.getProperty("java.class.path"),
            LargeDatabase.class.getName(),
            directory.toString(),
            Integer.toString(databaseMegabytes));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      int exit = process.waitFor();
      if (exit != 0) {
        throw new AssertionError("exit code " + exit + ":\n" + Files.readString(output));
      }
      Files.delete(output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
