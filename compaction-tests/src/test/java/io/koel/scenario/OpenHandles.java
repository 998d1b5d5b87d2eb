package io.koel.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The files below a directory that this process has open, also deleted ones.
 *
 * <p>All handles of the process would not do: other tests' are closed whenever the collector finds
 * them.
 */
final class OpenHandles {

  private static final Path HANDLES = Path.of("/proc/self/fd");

  private OpenHandles() {}

  static void assumeCounted() {
    Assumptions.assumeTrue(Files.isDirectory(HANDLES), "handles are counted in /proc");
  }

  static long below(Path directory) throws IOException {
    Path real = directory.toRealPath();
    List<Path> handles;
    try (Stream<Path> open = Files.list(HANDLES)) {
      handles = open.toList();
    }
    long count = 0;
    for (Path handle : handles) {
      if (opens(handle, real)) {
        count++;
      }
    }
    return count;
  }

  private static boolean opens(Path handle, Path directory) throws IOException {
    try {
      return Files.readSymbolicLink(handle).startsWith(directory);
    } catch (NoSuchFileException e) {
      return false; // closed since it was listed
    }
  }
}
