package io.koel.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeakMemoryTest {

  @TempDir Path dir;

  @Test
  void resident_status_isItsHighWaterMark() throws IOException {
    Path status = dir.resolve("status");
    Files.writeString(
        status, "Name:\tjava\nVmPeak:\t 9000 kB\nVmHWM:\t  2048 kB\nVmRSS:\t 10 kB\n");
    assertEquals(OptionalLong.of(2 << 20), PeakMemory.resident(status));
  }

  @Test
  void resident_systemThatDoesNotTell_isUnknown() throws IOException {
    assertEquals(OptionalLong.empty(), PeakMemory.resident(dir.resolve("missing")));
    Path other = Files.writeString(dir.resolve("status"), "Name:\tjava\n");
    assertEquals(OptionalLong.empty(), PeakMemory.resident(other));
  }

  @Test
  void now_always_saysWhatTheHeapMayTake() {
    PeakMemory.forget();
    PeakMemory peak = PeakMemory.now();
    assertEquals(Runtime.getRuntime().maxMemory(), peak.heapLimitBytes());
    assertTrue(peak.bytes().isEmpty() || peak.bytes().getAsLong() > 1 << 20, peak.toString());
  }
}
