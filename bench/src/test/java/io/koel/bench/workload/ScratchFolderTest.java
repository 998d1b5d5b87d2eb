package io.koel.bench.workload;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ScratchFolderTest {

  @TempDir Path dir;

  @Test
  void close_deletesAllThatIsInIt() throws Exception {
    ScratchFolder scratch = ScratchFolder.in(dir.resolve("new"), "databases");
    Files.writeString(Files.createDirectories(scratch.path().resolve("a/b")).resolve("c"), "d");
    scratch.close();
    assertFalse(Files.exists(scratch.path()));
    assertTrue(Files.exists(dir.resolve("new")));
  }

  @Test
  @Timeout(60)
  void deleteWhileInUse_ofAFolderThatIsMadeAgain_deletesItAgain() throws Exception {
    ScratchFolder scratch = ScratchFolder.in(dir, "databases");
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(scratch::deleteWhileInUse);
    awaitDeleted(scratch.path());
    Files.createDirectory(scratch.path());
    awaitDeleted(scratch.path());
    scratch.close();
    stopped.join();
    assertFalse(Files.exists(scratch.path()));
  }

  private static void awaitDeleted(Path folder) {
    while (Files.exists(folder)) {
      Thread.onSpinWait();
    }
  }
}
