package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.Koel;
import io.koel.Options;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint is a database of its own. */
class CheckpointTest {

  private final Options options = TinyOptions.of("bloom(bits=10)");

  @TempDir Path parent;

  private static byte[] bytes(String text) {
    return text.getBytes();
  }

  @Test
  void checkpoint_opened_hasWhatWasWrittenBefore() throws IOException {
    Path copy = parent.resolve("copy");
    try (Koel db = Koel.open(parent.resolve("db"), options)) {
      for (int i = 0; i < 2_000; i++) {
        db.put(bytes("key" + i), bytes("value" + i));
      }
      db.checkpoint(copy);
      db.put(bytes("later"), bytes("x"));
      db.delete(bytes("key7"));
      db.compact();
      try (Koel opened = Koel.open(copy, options)) {
        opened.verify();
        assertNull(opened.get(bytes("later")));
        assertArrayEquals(bytes("value7"), opened.get(bytes("key7")));
        for (int i = 0; i < 2_000; i++) {
          opened.delete(bytes("key" + i));
        }
        opened.compact();
        assertEquals(0, opened.stats().sizeInBytes());
      }
      assertArrayEquals(bytes("value8"), db.get(bytes("key8")));
      assertNull(db.get(bytes("key7")));
      db.verify();
    }
  }

  @Test
  void checkpoint_intoUsedDirectory_isRefused() throws IOException {
    Path used = Files.createDirectories(parent.resolve("used"));
    Files.writeString(used.resolve("notes.txt"), "mine");
    try (Koel db = Koel.open(parent.resolve("db"), options)) {
      assertThrows(FileSystemException.class, () -> db.checkpoint(used));
    }
    assertEquals("mine", Files.readString(used.resolve("notes.txt")));
  }
}
