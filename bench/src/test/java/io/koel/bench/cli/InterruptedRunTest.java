package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a run that is stopped. */
class InterruptedRunTest {

  @TempDir Path dir;

  @Test
  void compare_stoppedMidway_leavesNoDatabasesAndNoComplaint() throws Exception {
    Process process =
        KoelProcess.start(
            dir, "compare", "--entries", "20k", "--lookups", "2k", "--out", dir.toString());
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      // Printed after the first of many filters, whose database is followed by the next one's.
      String first = err.readLine();
      assertTrue(first.startsWith("[1/"), first);
      // Unlike the process's own method, this leaves what it prints to be read.
      process.toHandle().destroy();
      assertNotEquals(0, process.waitFor());
      assertEquals(List.of(), err.lines().filter(line -> !line.startsWith("[")).toList());
    }
    try (Stream<Path> left = Files.list(dir)) {
      assertEquals(List.of(), left.toList());
    }
  }
}
