package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Options;
import io.koel.WriteBatch;
import io.koel.faults.FaultPlan;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import io.koel.sst.FileStorage;
import io.koel.sst.StorageLockedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is open for reading only sees everything and changes no byte. */
class ReadOnlyTest {

  private static final int KEYS = 2_000;

  /** Under these, the tables below are far too many for their levels. */
  private final Options eager = TinyOptions.of("none");

  @TempDir Path parent;
  private Path directory;

  private static byte[] bytes(String text) {
    return text.getBytes();
  }

  @BeforeEach
  void fill() throws IOException {
    directory = parent.resolve("db");
    Options patient =
        Options.defaults().withMemtableBytes(8 << 10).withLevel0Triggers(1000, 1000, 2000);
    try (Koel db = Koel.open(directory, patient)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(bytes("key" + i), bytes("value" + i));
      }
      db.delete(bytes("key7"));
    }
  }

  private static Map<String, Integer> contents(Path directory) throws IOException {
    Map<String, Integer> contents = new TreeMap<>();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return contents;
  }

  @Test
  void openReadOnly_underOtherOptions_readsAllAndChangesNoFile() throws IOException {
    Map<String, Integer> before = contents(directory);
    try (Koel db = Koel.openReadOnly(directory, eager)) {
      int level0Tables = db.stats().levels().get(0).tables();
      assertTrue(level0Tables > eager.level0CompactionTrigger(), level0Tables + " tables");
      db.flush();
      db.awaitIdle();
      for (int i = 0; i < KEYS; i++) {
        assertArrayEquals(i == 7 ? null : bytes("value" + i), db.get(bytes("key" + i)));
      }
      db.verify();
      assertEquals(level0Tables, db.stats().levels().get(0).tables());
    }
    assertEquals(before, contents(directory));
  }

  @Test
  void openReadOnly_writes_areRefused() throws IOException {
    try (Koel db = Koel.openReadOnly(directory, eager)) {
      byte[] key = bytes("key1");
      assertThrows(IllegalStateException.class, () -> db.put(key, key));
      assertThrows(IllegalStateException.class, () -> db.delete(key));
      assertThrows(IllegalStateException.class, () -> db.write(new WriteBatch().put(key, key)));
      assertThrows(IllegalStateException.class, db::compact);
      assertArrayEquals(bytes("value1"), db.get(key));
    }
  }

  @Test
  void openReadOnly_afterACrash_readsTheLogAndLeavesIt() throws IOException {
    StrictStorage storage = new StrictStorage();
    Koel crashed = Koel.open(storage, Options.defaults());
    crashed.put(bytes("logged"), bytes("only"));
    StrictStorage after = storage.copy();
    for (int time = 0; time < 2; time++) {
      try (Koel db = Koel.openReadOnly(after, eager)) {
        assertArrayEquals(bytes("only"), db.get(bytes("logged")));
      }
    }
    crashed.close();
  }

  @Test
  void openReadOnly_whileOpen_isRefused() throws IOException {
    Koel writer = Koel.open(directory);
    assertThrows(StorageLockedException.class, () -> Koel.openReadOnly(directory, eager));
    writer.close();
    Koel reader = Koel.openReadOnly(directory, eager);
    assertThrows(StorageLockedException.class, () -> Koel.open(directory));
    reader.close();
  }

  @Test
  void openReadOnly_byTwo_excludesAWriterUntilBothAreClosed() throws IOException {
    Koel first = Koel.openReadOnly(directory, eager);
    Koel second = Koel.openReadOnly(directory, eager);
    assertArrayEquals(bytes("value1"), first.get(bytes("key1")));
    first.close();
    assertArrayEquals(bytes("value1"), second.get(bytes("key1")));
    assertThrows(StorageLockedException.class, () -> Koel.open(directory));
    second.close();
    Koel.open(directory).close();
  }

  @Test
  void openReadOnly_inTwoProcesses_bothReadAndAWriterIsRefused() throws Exception {
    Process other = start(Reader.class);
    try {
      assertEquals('R', other.getInputStream().read());
      assertThrows(StorageLockedException.class, () -> Koel.open(directory));
      try (Koel db = Koel.openReadOnly(directory, eager)) {
        assertArrayEquals(bytes("value1"), db.get(bytes("key1")));
      }
    } finally {
      other.getOutputStream().close();
      assertEquals(0, other.waitFor());
    }
    Koel.open(directory).close();
  }

  @Test
  void openReadOnly_whileAnotherProcessWrites_isRefused() throws Exception {
    Process other = start(Writer.class);
    try {
      assertEquals('W', other.getInputStream().read());
      assertThrows(StorageLockedException.class, () -> Koel.openReadOnly(directory, eager));
    } finally {
      other.getOutputStream().close();
      assertEquals(0, other.waitFor());
    }
    Koel.openReadOnly(directory).close();
  }

  private Process start(Class<?> program) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            program.getName(),
            directory.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Has the database open for reading until its input ends. */
  static final class Reader {
    public static void main(String[] args) throws IOException {
      try (Koel db = Koel.openReadOnly(Path.of(args[0]))) {
        db.get(bytes("key1"));
        tellAndWait('R');
      }
    }
  }

  /** Has the database open for writing until its input ends. */
  static final class Writer {
    public static void main(String[] args) throws IOException {
      try (Koel db = Koel.open(Path.of(args[0]))) {
        db.get(bytes("key1"));
        tellAndWait('W');
      }
    }
  }

  private static void tellAndWait(char what) throws IOException {
    System.out.write(what);
    System.out.flush();
    System.in.read();
  }

  @Test
  void openReadOnly_freshCheckpoint_makesNoFile() throws IOException {
    Path copy = parent.resolve("copy");
    try (Koel db = Koel.open(directory, eager)) {
      db.checkpoint(copy);
    }
    Map<String, Integer> before = contents(copy);
    try (Koel db = Koel.openReadOnly(copy, eager);
        Koel second = Koel.openReadOnly(copy, eager)) {
      assertArrayEquals(bytes("value1"), db.get(bytes("key1")));
      second.verify();
    }
    assertEquals(before, contents(copy));
  }

  /** As where the directory, or the whole file system, must not be written to. */
  @Test
  void openReadOnly_whereNothingCanBeWritten_reads() throws IOException {
    FaultyStorage unwritable = new FaultyStorage(FileStorage.at(directory));
    unwritable.setPlan(FaultPlan.always((call, name) -> call.writes() || call == StorageCall.LOCK));
    for (boolean hasLock : new boolean[] {true, false}) {
      try (Koel db = Koel.openReadOnly(unwritable, eager)) {
        assertArrayEquals(bytes("value1"), db.get(bytes("key1")));
      }
      assertEquals(hasLock, Files.deleteIfExists(directory.resolve("LOCK")));
    }
    assertEquals(0, unwritable.faults());
  }

  @Test
  void openReadOnly_noDatabase_isRefusedAndNothingIsMade() throws IOException {
    Path missing = parent.resolve("missing");
    assertThrows(NoSuchFileException.class, () -> Koel.openReadOnly(missing, eager));
    assertFalse(Files.exists(missing));
    Path empty = Files.createDirectory(parent.resolve("empty"));
    assertThrows(NoSuchFileException.class, () -> Koel.openReadOnly(empty, eager));
    assertEquals(Map.of(), contents(empty));
  }

  @Test
  void checkpoint_ofReadOnlyStore_isADatabaseOfItsOwn() throws IOException {
    Path copy = parent.resolve("copy");
    try (Koel db = Koel.openReadOnly(directory, eager)) {
      db.checkpoint(copy);
    }
    try (Koel db = Koel.open(copy, eager)) {
      assertNull(db.get(bytes("key7")));
      assertArrayEquals(bytes("value8"), db.get(bytes("key8")));
      db.put(bytes("key8"), bytes("other"));
      db.compact();
    }
    try (Koel db = Koel.openReadOnly(directory, eager)) {
      assertArrayEquals(bytes("value8"), db.get(bytes("key8")));
      db.verify();
    }
  }
}
