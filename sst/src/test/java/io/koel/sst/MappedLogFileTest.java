package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedLogFileTest {

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("log");
  }

  @Test
  void append_anyPieces_areThereBeforeCloseAndExactlyAfterIt() throws IOException {
    Random random = Seed.random(MappedLogFileTest.class);
    byte[] bytes = new byte[5_000_000];
    random.nextBytes(bytes);
    WritableFile file = new MappedLogFile(path);
    for (int at = 0; at < bytes.length; ) {
      int length = Math.min(random.nextInt(1 << random.nextInt(20)), bytes.length - at);
      if (random.nextBoolean()) {
        file.append(bytes, at, length);
      } else {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, at, length);
        file.append(buffer);
        assertEquals(0, buffer.remaining());
      }
      at += length;
      assertEquals(at, file.size());
      if (random.nextInt(20) == 0) {
        file.sync();
      }
    }
    byte[] asACrashLeavesIt = Files.readAllBytes(path);
    file.close();
    file.close();

    assertArrayEquals(bytes, Files.readAllBytes(path));
    assertArrayEquals(bytes, Arrays.copyOf(asACrashLeavesIt, bytes.length));
    for (int at = bytes.length; at < asACrashLeavesIt.length; at++) {
      assertEquals(0, asACrashLeavesIt[at]);
    }
  }

  @Test
  void append_little_takesLittleSpace() throws IOException {
    try (WritableFile file = new MappedLogFile(path)) {
      assertEquals(0, Files.size(path));
      file.append(new byte[10], 0, 10);
      assertEquals(64 << 10, Files.size(path));
    }
    assertEquals(10, Files.size(path));
  }

  @Test
  void append_interrupted_isDoneAndKeepsTheFlag() throws IOException {
    byte[] bytes = new byte[300_000];
    Arrays.fill(bytes, (byte) 7);
    try (WritableFile file = new MappedLogFile(path)) {
      Thread.currentThread().interrupt();
      file.append(bytes, 0, bytes.length);
      file.sync();
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertArrayEquals(bytes, Files.readAllBytes(path));
  }

  @Test
  void append_afterClose_isRefused() throws IOException {
    WritableFile file = new MappedLogFile(path);
    file.append(new byte[1], 0, 1);
    file.close();
    assertThrows(ClosedChannelException.class, () -> file.append(new byte[1], 0, 1));
    assertThrows(ClosedChannelException.class, () -> file.append(ByteBuffer.allocate(1)));
  }

  @Test
  void delete_beforeClose_isFollowedByAQuietClose() throws IOException {
    WritableFile file = new MappedLogFile(path);
    file.append(new byte[100_000], 0, 100_000);
    Files.delete(path);
    file.append(new byte[100_000], 0, 100_000);
    file.close();
    assertTrue(Files.notExists(path));
  }

  @Test
  void createLog_existingName_isRefusedAndLeavesTheFile() throws IOException {
    Files.writeString(path, "old");
    Storage storage = FileStorage.at(directory);
    assertThrows(FileAlreadyExistsException.class, () -> storage.createLog("log"));
    assertThrows(IllegalArgumentException.class, () -> storage.createLog("../log"));
    assertEquals("old", Files.readString(path));
  }
}
