package io.koel.security;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Options;
import io.koel.filter.FilterSpecException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A directory that somebody prepared. Whatever it holds, nothing outside of it is read or written,
 * and the store opens or refuses with an {@link IOException}.
 */
class HostileDirectoryTest {

  private static final byte[] SECRET = "a file of somebody else".getBytes(StandardCharsets.UTF_8);

  /** The largest number that a manifest can hold. */
  private static final byte[] HUGE = {-1, -1, -1, -1, -1, -1, -1, -1, 127};

  @TempDir Path parent;

  private Path directory;
  private Path outside;

  @BeforeEach
  void makeDatabase() throws IOException {
    outside = parent.resolve("outside");
    Files.createDirectory(outside);
    Files.write(outside.resolve("victim"), SECRET);
    directory = parent.resolve("db");
    try (Koel db = Koel.open(directory)) {
      for (int i = 0; i < 100; i++) {
        db.put(("key" + i).getBytes(), new byte[50]);
      }
    }
  }

  private void assertNothingOutsideChanged() throws IOException {
    Map<String, byte[]> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(outside)) {
      for (Path file : files.toList()) {
        found.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    assertEquals(List.of("victim"), List.copyOf(found.keySet()));
    assertArrayEquals(SECRET, found.get("victim"));
  }

  private void openOrRefuse() throws IOException {
    try (Koel db = Koel.open(directory)) {
      db.put("key".getBytes(), "value".getBytes());
      db.compact();
      db.get("key1".getBytes());
    } catch (IOException refused) {
      assertTrue(!refused.getMessage().isEmpty());
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void symbolicLinks_inPlaceOfEachFile_areNotFollowed() throws IOException {
    for (Path file : files()) {
      byte[] content = Files.readAllBytes(file);
      Files.delete(file);
      Files.createSymbolicLink(file, outside.resolve("victim"));
      openOrRefuse();
      assertNothingOutsideChanged();
      if (Files.isSymbolicLink(file)) {
        Files.delete(file);
        Files.write(file, content);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "999999999999999999.log",
        "999999999999999999.sst",
        "999999999999999999-1.gen",
        "MANIFEST-999999999999999999",
        "9223372036854775807.log",
        "9223372036854775807.sst",
        "9223372036854775807-1.gen",
        "MANIFEST-9223372036854775807"
      })
  void fileWithAHugeNumber_isNeitherReadNorDeletedNorCountedOnFrom(String name) throws IOException {
    Files.write(directory.resolve(name), SECRET);
    for (int i = 0; i < 3; i++) {
      // Not closed in order, so that the log counts.
      Koel db = Koel.open(directory);
      for (int j = 0; j < i; j++) {
        assertArrayEquals(SECRET, db.get(("write" + j).getBytes()));
      }
      db.put(("write" + i).getBytes(), SECRET);
      Path copy = parent.resolve("copy" + i);
      Files.createDirectory(copy);
      for (Path file : files()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
      db.close();
      directory = copy;
    }
    assertArrayEquals(SECRET, Files.readAllBytes(directory.resolve(name)));
    for (Path file : files()) {
      String other = file.getFileName().toString();
      assertTrue(other.equals(name) || other.length() < 16, other);
    }
  }

  @Test
  void danglingLinks_whereFilesWillBeMade_areNotFollowed() throws IOException {
    for (int number = 1; number < 40; number++) {
      for (String pattern : List.of("%06d.log", "%06d.sst", "%06d-1.gen", "MANIFEST-%06d")) {
        Path link = directory.resolve(String.format(pattern, number));
        if (Files.notExists(link)) {
          Files.createSymbolicLink(link, outside.resolve("made" + number));
        }
      }
    }
    Files.createSymbolicLink(directory.resolve("CURRENT.tmp"), outside.resolve("current"));
    openOrRefuse();
    assertNothingOutsideChanged();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../outside/victim",
        "/etc/passwd",
        "MANIFEST-../../outside/victim",
        "MANIFEST-000001/../../outside/victim",
        "CURRENT",
        "MANIFEST-999999999999999999",
        "MANIFEST-99999999999999999999999999",
        "MANIFEST-\u0000",
        ""
      })
  void current_namingAnything_isRefused(String name) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    Files.writeString(
        directory.resolve("CURRENT"), name + String.format(" %08x\n", crc.getValue()));
    assertThrows(IOException.class, () -> Koel.open(directory));
    assertNothingOutsideChanged();
  }

  @Test
  void current_ofGigabytes_isRefusedAtOnce() throws IOException {
    try (var file = new RandomAccessFile(directory.resolve("CURRENT").toFile(), "rw")) {
      file.setLength(8L << 30);
    }
    assertThrows(IOException.class, () -> Koel.open(directory));
  }

  @Test
  void directories_inPlaceOfFiles_areRefused() throws IOException {
    for (Path file : files()) {
      byte[] content = Files.readAllBytes(file);
      Files.delete(file);
      Files.createDirectory(file);
      openOrRefuse();
      Files.deleteIfExists(file);
      Files.write(file, content);
    }
    assertNothingOutsideChanged();
  }

  /** Huge numbers, with right checksums around them. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void manifest_withHugeNumbers_isRefusedOrRead(int tag) throws IOException {
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.writeBytes(new byte[] {1, 1, 0, 0, 0, 0});
    record.write(tag);
    for (int field = 0; field < 12; field++) {
      // A level that exists, then the largest number of 63 bits again and again.
      record.writeBytes(field == 0 && tag >= 5 ? new byte[] {1} : HUGE);
    }
    HostileManifest.write(directory, record.toByteArray());
    openOrRefuse();
    assertNothingOutsideChanged();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.Runtime",
        "javax.script.ScriptEngineManager(bits=1)",
        "io.koel.filter.bloom.BloomFamily",
        "../bloom",
        "bloom(bits=999999999999)"
      })
  void spec_namingAClassOrNonsense_isRefused(String spec) {
    FilterSpecException refused =
        assertThrows(FilterSpecException.class, () -> Options.defaults().withFilterPolicy(spec));
    assertTrue(refused.getMessage().length() > 10, refused.getMessage());
  }

  @Test
  void manifest_withAnEmptyRecord_isRefused() throws IOException {
    HostileManifest.write(directory, new byte[0]);
    assertThrows(IOException.class, () -> Koel.open(directory));
  }

  @Test
  void spec_nestedDeeply_isRefused() {
    String spec = "per-level(".repeat(100_000) + "none" + ")".repeat(100_000);
    assertThrows(FilterSpecException.class, () -> Options.defaults().withFilterPolicy(spec));
  }
}
