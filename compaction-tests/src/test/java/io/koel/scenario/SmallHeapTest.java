package io.koel.scenario;

import io.koel.limits.SmallHeap;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database of 200 MB in a heap of 64 MB; a soak has ten times as much in four times the heap. */
class SmallHeapTest {

  @TempDir Path directory;

  @Test
  void writeAndRead_databaseLargerThanHeap_works() throws IOException {
    SmallHeap.run(directory.resolve("db"), 64, 200);
  }
}
