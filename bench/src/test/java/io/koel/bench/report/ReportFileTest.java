package io.koel.bench.report;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReportFileTest {

  @Test
  void write_diskFull_namesTheFile() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "Linux has a file that is always full");
    IOException failed = assertThrows(IOException.class, () -> ReportFile.write(full, "report"));
    assertTrue(failed.getMessage().startsWith("/dev/full: "), failed.getMessage());
  }
}
