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
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewFileTest {

  private static final Set<OpenOption> WRITE = Set.of(StandardOpenOption.WRITE);

  @TempDir Path directory;

  /** A descriptor that is opened after a sync failed is told that the next one succeeded. */
  @Test
  void sync_afterAnInterruptBrokeTheChannel_opensNoOtherDescriptor() throws IOException {
    Path path = directory.resolve("a");
    try (NewFile file = new NewFile(path, WRITE)) {
      file.channel().writeFully(ByteBuffer.wrap(new byte[] {1, 2}), 0);
      file.channel().breakForTest();
      Path away = Files.move(path, directory.resolve("b"));
      file.sync();
      // The channel does need another one.
      assertThrows(IOException.class, () -> file.channel().size());
      Files.move(away, path);
      file.channel().writeFully(ByteBuffer.wrap(new byte[] {3}), 2);
      file.sync();
    }
    assertArrayEquals(new byte[] {1, 2, 3}, Files.readAllBytes(path));
  }

  @Test
  void sync_closed_failsAndIsNoSuccess() throws IOException {
    NewFile file = new NewFile(directory.resolve("a"), WRITE);
    file.close();
    assertThrows(ClosedChannelException.class, file::sync);
    file.close();
  }

  @Test
  void create_existingFile_isRefusedAndStays() throws IOException {
    Path path = Files.writeString(directory.resolve("a"), "old");
    assertThrows(FileAlreadyExistsException.class, () -> new NewFile(path, WRITE));
    assertEquals("old", Files.readString(path));
  }

  @Test
  void create_thatCannotBeOpened_leavesNoFile() {
    Path path = directory.resolve("a");
    Set<OpenOption> impossible = Set.of(StandardOpenOption.READ, StandardOpenOption.APPEND);
    assertThrows(IllegalArgumentException.class, () -> new NewFile(path, impossible));
    assertTrue(Files.notExists(path));
  }
}
