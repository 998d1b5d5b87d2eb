package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Options;
import io.koel.filter.CorruptionException;
import io.koel.sst.StorageLockedException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be opened is refused with a message that says why, and nothing in it is touched. */
class OpenErrorsTest {

  private final Options options = TinyOptions.of("none");

  @TempDir Path parent;
  private Path directory;

  @BeforeEach
  void chooseDirectory() {
    directory = parent.resolve("a/b");
  }

  private void fill() throws IOException {
    try (Koel db = Koel.open(directory, options)) {
      for (int i = 0; i < 1_000; i++) {
        db.put(("key" + i).getBytes(), new byte[30]);
      }
    }
  }

  private List<Path> files(String pattern) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(p -> p.getFileName().toString().matches(pattern)).sorted().toList();
    }
  }

  @Test
  void open_missingDirectory_makesIt() throws IOException {
    fill();
    assertTrue(Files.isDirectory(directory));
  }

  @Test
  void open_twice_isLocked() throws IOException {
    Koel db = Koel.open(directory, options);
    assertThrows(StorageLockedException.class, () -> Koel.open(directory, options));
    db.put(new byte[1], new byte[1]);
    db.close();
    Koel.open(directory, options).close();
  }

  @Test
  void open_directoryWithSomethingElse_isRefused() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("thesis.txt"), "all of it");
    FileSystemException refused =
        assertThrows(FileSystemException.class, () -> Koel.open(directory, options));
    assertTrue(refused.getMessage().contains("thesis.txt"), refused.getMessage());
    assertEquals("all of it", Files.readString(directory.resolve("thesis.txt")));
    assertEquals(List.of(directory.resolve("thesis.txt")), files(".*"));
  }

  @Test
  void open_directoryWithDirectories_isRefused() throws IOException {
    Path photos = Files.createDirectories(directory.resolve("photos"));
    FileSystemException refused =
        assertThrows(FileSystemException.class, () -> Koel.open(directory, options));
    assertTrue(refused.getMessage().contains("photos"), refused.getMessage());
    assertEquals(List.of(photos), files(".*"));
  }

  @Test
  void open_databaseWithDirectoryInside_leavesItAlone() throws IOException {
    fill();
    Path photo = Files.createDirectories(directory.resolve("photos")).resolve("robin");
    Files.writeString(photo, "red");
    Koel.open(directory, options).close();
    assertEquals("red", Files.readString(photo));
  }

  @Test
  void open_aFile_isRefused() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "x");
    for (Executable opening :
        List.<Executable>of(
            () -> Koel.open(file, options), () -> Koel.openReadOnly(file, options))) {
      NotDirectoryException refused = assertThrows(NotDirectoryException.class, opening);
      assertEquals(file.toString(), refused.getFile());
    }
    assertThrows(IOException.class, () -> Koel.open(file.resolve("below"), options));
    assertEquals("x", Files.readString(file));
  }

  @Test
  void openReadOnly_withoutDatabase_saysSoAndMakesNothing() throws IOException {
    assertThrows(NoSuchFileException.class, () -> Koel.openReadOnly(directory, options));
    assertTrue(Files.notExists(directory.getParent()));
    Files.createDirectories(directory);
    NoSuchFileException refused =
        assertThrows(NoSuchFileException.class, () -> Koel.openReadOnly(directory, options));
    assertTrue(refused.getMessage().contains(directory.toString()), refused.getMessage());
    assertTrue(refused.getMessage().contains("no database"), refused.getMessage());
    Path thesis = Files.writeString(directory.resolve("thesis.txt"), "all of it");
    FileSystemException foreign =
        assertThrows(FileSystemException.class, () -> Koel.openReadOnly(directory, options));
    assertTrue(foreign.getMessage().contains("thesis.txt"), foreign.getMessage());
    assertEquals(List.of(thesis), files(".*"));
  }

  @Test
  void open_withoutCurrent_isCorruption() throws IOException {
    fill();
    Files.delete(directory.resolve("CURRENT"));
    assertCorrupt("CURRENT");
    assertTrue(files(".*\\.sst").size() > 0);
  }

  @Test
  void open_currentThatNamesNothing_isCorruption() throws IOException {
    fill();
    Files.writeString(directory.resolve("CURRENT"), "MANIFEST-000004\n");
    assertCorrupt("CURRENT");
    Files.writeString(directory.resolve("CURRENT"), "../../etc/passwd 00000000\n");
    assertCorrupt("CURRENT");
    Files.writeString(directory.resolve("CURRENT"), "");
    assertCorrupt("CURRENT");
  }

  @Test
  void open_missingTable_isCorruptionThatNamesIt() throws IOException {
    fill();
    Path table = files(".*\\.sst").get(0);
    Files.delete(table);
    assertCorrupt(table.getFileName().toString());
  }

  @Test
  void open_shortTable_isCorruptionThatNamesIt() throws IOException {
    fill();
    Path table = files(".*\\.sst").get(0);
    Files.write(table, new byte[10]);
    assertCorrupt(table.getFileName().toString());
  }

  @Test
  void open_damagedManifest_isCorruptionThatNamesIt() throws IOException {
    fill();
    Path manifest = files("MANIFEST.*").get(0);
    byte[] bytes = Files.readAllBytes(manifest);
    bytes[bytes.length / 2] ^= 1;
    Files.write(manifest, bytes);
    assertCorrupt(manifest.getFileName().toString());
  }

  private void assertCorrupt(String name) {
    CorruptionException corrupt =
        assertThrows(CorruptionException.class, () -> Koel.open(directory, options));
    assertTrue(corrupt.getMessage().contains(name), corrupt.getMessage());
  }

  @Test
  void open_afterFailedOpen_isNotLocked() throws IOException {
    fill();
    Path current = directory.resolve("CURRENT");
    byte[] good = Files.readAllBytes(current);
    Files.write(current, new byte[5]);
    assertThrows(CorruptionException.class, () -> Koel.open(directory, options));
    Files.write(current, good);
    Koel.open(directory, options).close();
  }
}
