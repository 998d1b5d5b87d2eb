package io.koel.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.koel.Cursor;
import io.koel.FilterDeletes;
import io.koel.Koel;
import io.koel.Options;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each kind of file is something else than it should be. The store opens or refuses with an {@link
 * IOException}, soon and for little memory, whatever is asked of it.
 */
class HostileFilesTest {

  private static final int KEYS = 999;
  private static final long SPARSE_BYTES = 512 << 20;
  private static final long MAX_ALLOCATED_BYTES = 64 << 20;

  /** Deletes leave generations in the last level. */
  private static final Options OPTIONS =
      Options.defaults()
          .withFilterPolicy("cuckoo(bits=12)")
          .withFilterDeletes(FilterDeletes.FULL)
          .withVerificationPercent(1_000_000)
          .withMemtableBytes(1 << 20)
          .withBlockBytes(256)
          .withBlockCacheBytes(0)
          .withTableBytes(8 << 10)
          .withLevelBaseBytes(10 << 10)
          .withLevel0Triggers(1, 20, 36);

  @TempDir static Path parent;
  private static Path original;
  private static int copies;

  private Path directory;

  /** A database with a file of each kind, as a crash leaves it. */
  @BeforeAll
  static void makeDatabase() throws IOException {
    Path living = parent.resolve("living");
    original = parent.resolve("original");
    try (Koel db = Koel.open(living, OPTIONS)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), new byte[40]);
      }
      db.compact();
      for (int i = 0; i < KEYS; i += 3) {
        db.delete(key(i));
      }
      db.flush();
      db.awaitIdle();
      db.put(key(0), new byte[1]);
      copy(living, original);
    }
  }

  private static byte[] key(int i) {
    return String.format("key%05d", i).getBytes();
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    for (Path file : files(from)) {
      Files.copy(file, to.resolve(file.getFileName()));
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  @BeforeEach
  void copyDatabase() throws IOException {
    directory = parent.resolve("copy-" + copies++);
    copy(original, directory);
  }

  private List<Path> filesOf(String kind) throws IOException {
    List<Path> found =
        files(directory).stream()
            .filter(file -> file.getFileName().toString().contains(kind))
            .toList();
    assertFalse(found.isEmpty(), "no " + kind);
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOCK", "CURRENT", "MANIFEST", ".log", ".sst", ".gen"})
  void pipe_inPlaceOfAFile_holdsNobodyUp(String kind) throws Exception {
    for (Path file : filesOf(kind)) {
      Files.delete(file);
      makePipe(file);
    }
    useSoonAndForLittleMemory();
  }

  private static void makePipe(Path path) throws InterruptedException {
    try {
      Process mkfifo = new ProcessBuilder("mkfifo", path.toString()).inheritIO().start();
      assertEquals(0, mkfifo.waitFor(), "mkfifo " + path);
    } catch (IOException missing) {
      Assumptions.abort("there is no mkfifo: " + missing.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOCK", "CURRENT", "MANIFEST", ".log", ".sst", ".gen"})
  void directory_inPlaceOfAFile_isRefused(String kind) throws Exception {
    for (Path file : filesOf(kind)) {
      Files.delete(file);
      Files.createDirectory(file);
    }
    useSoonAndForLittleMemory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOCK", "CURRENT", "MANIFEST", ".log", ".sst", ".gen"})
  void zeros_inPlaceOfAFile_takeLittleMemory(String kind) throws Exception {
    for (Path file : filesOf(kind)) {
      Files.delete(file);
      makeLonger(file);
    }
    useSoonAndForLittleMemory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOCK", "CURRENT", "MANIFEST", ".log", ".sst", ".gen"})
  void zeros_behindAFile_takeLittleMemory(String kind) throws Exception {
    for (Path file : filesOf(kind)) {
      makeLonger(file);
    }
    useSoonAndForLittleMemory();
  }

  private static void makeLonger(Path path) throws IOException {
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(SPARSE_BYTES);
    }
  }

  private void useSoonAndForLittleMemory() {
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          long before = allocatedBytes();
          useReadOnly();
          use();
          long allocated = allocatedBytes() - before;
          assertTrue(allocated < MAX_ALLOCATED_BYTES, allocated + " bytes were allocated");
        });
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private void useReadOnly() {
    try (Koel db = Koel.openReadOnly(directory, OPTIONS)) {
      read(db);
    } catch (IOException refused) {
      assertFalse(refused.getMessage().isEmpty());
    }
  }

  private void use() {
    try (Koel db = Koel.open(directory, OPTIONS)) {
      read(db);
      db.put(key(1), new byte[1]);
      db.compact();
    } catch (IOException refused) {
      assertFalse(refused.getMessage().isEmpty());
    }
  }

  private static void read(Koel db) throws IOException {
    for (int i = 0; i < KEYS; i++) {
      db.get(key(i));
    }
    try (Cursor cursor = db.scan()) {
      while (cursor.next()) {}
    }
    db.verify();
  }
}
