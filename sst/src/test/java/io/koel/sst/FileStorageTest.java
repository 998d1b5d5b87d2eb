package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStorageTest extends StorageContractTest {

  @TempDir Path temp;
  private int storages;

  @Override
  protected Storage newStorage() throws IOException {
    return FileStorage.create(temp.resolve("storage-" + storages++));
  }

  @Test
  void at_missingOrPlainFile_isRefused() throws IOException {
    assertThrows(NoSuchFileException.class, () -> FileStorage.at(temp.resolve("no")));
    Path file = Files.createFile(temp.resolve("file"));
    assertThrows(NotDirectoryException.class, () -> FileStorage.at(file));
    assertThrows(NotDirectoryException.class, () -> FileStorage.create(file));
    assertThrows(IOException.class, () -> FileStorage.create(file.resolve("below")));
    Path nowhere = file.resolveSibling("nowhere");
    Path link = Files.createSymbolicLink(file.resolveSibling("link"), nowhere);
    assertThrows(NotDirectoryException.class, () -> FileStorage.create(link));
    assertTrue(Files.notExists(nowhere));
  }

  @Test
  void create_deepDirectory_isMade() throws IOException {
    FileStorage storage = FileStorage.create(temp.resolve("x/y/z"));
    assertTrue(Files.isDirectory(storage.directory()));
  }

  @Test
  void open_symbolicLink_isRefused() throws IOException {
    Storage storage = newStorage();
    Path outside = Files.writeString(temp.resolve("outside"), "secret");
    Path directory = ((FileStorage) storage).directory();
    Files.createSymbolicLink(directory.resolve("link"), outside);
    assertThrows(FileSystemException.class, () -> storage.open("link", ReadMode.BUFFERED));
    assertThrows(FileSystemException.class, () -> storage.size("link"));
    assertThrows(FileSystemException.class, () -> storage.link("link", newStorage()));
    assertThrows(FileSystemException.class, () -> storage.create("link"));
    assertThrows(IOException.class, () -> storage.lock("link"));
    assertThrows(IOException.class, () -> storage.lockShared("link"));
    assertEquals(List.of("link"), storage.list());
    assertEquals("secret", Files.readString(outside));
  }

  @Test
  void list_directoryInside_namesIt() throws IOException {
    FileStorage storage = (FileStorage) newStorage();
    Files.createDirectory(storage.directory().resolve("photos"));
    assertEquals(List.of("photos"), storage.list());
  }

  /** Opening a pipe waits for its other end, and whoever locks waits with it. */
  @Test
  void lock_pipe_isRefusedAtOnce() throws Exception {
    FileStorage storage = (FileStorage) newStorage();
    Pipes.make(storage.directory().resolve("LOCK"));
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          assertThrows(FileSystemException.class, () -> storage.lock("LOCK"));
          assertThrows(FileSystemException.class, () -> storage.lockShared("LOCK"));
          assertThrows(FileSystemException.class, () -> storage.open("LOCK", ReadMode.BUFFERED));
          assertThrows(FileSystemException.class, () -> storage.open("LOCK", ReadMode.DIRECT));
        });
  }

  @Test
  void lock_directory_isRefused() throws IOException {
    FileStorage storage = (FileStorage) newStorage();
    Files.createDirectory(storage.directory().resolve("LOCK"));
    assertThrows(FileSystemException.class, () -> storage.lock("LOCK"));
    assertThrows(FileSystemException.class, () -> storage.lockShared("LOCK"));
  }

  @Test
  void lock_sameDirectoryByAnotherPath_isRefused() throws IOException {
    FileStorage storage = (FileStorage) newStorage();
    Path alias = Files.createSymbolicLink(temp.resolve("alias"), storage.directory());
    StorageLock held = storage.lock("LOCK");
    assertThrows(StorageLockedException.class, () -> FileStorage.at(alias).lock("LOCK"));
    held.close();
    FileStorage.at(alias).lock("LOCK").close();
  }

  @Test
  void lock_heldByAnotherProcess_isRefused() throws Exception {
    FileStorage storage = (FileStorage) newStorage();
    whileHeld(
        storage,
        "alone",
        () -> {
          assertThrows(StorageLockedException.class, () -> storage.lock("LOCK"));
          assertThrows(StorageLockedException.class, () -> storage.lockShared("LOCK"));
        });
    storage.lock("LOCK").close();
  }

  @Test
  void lockShared_heldByAnotherProcess_isSharedWithIt() throws Exception {
    FileStorage storage = (FileStorage) newStorage();
    storage.lock("LOCK").close();
    whileHeld(
        storage,
        "shared",
        () -> {
          assertThrows(StorageLockedException.class, () -> storage.lock("LOCK"));
          StorageLock here = storage.lockShared("LOCK");
          storage.lockShared("LOCK").close();
          here.close();
          assertThrows(StorageLockedException.class, () -> storage.lock("LOCK"));
        });
    storage.lock("LOCK").close();
  }

  /** One of two that share a lock gives it back: the other process must still find it held. */
  @Test
  void lockShared_oneOfTwoClosed_staysHeldForOtherProcesses() throws Exception {
    FileStorage storage = (FileStorage) newStorage();
    storage.lock("LOCK").close();
    StorageLock first = storage.lockShared("LOCK");
    storage.lockShared("LOCK").close();
    whileHeld(storage, "shared", () -> {});
    assertThrows(AssertionError.class, () -> whileHeld(storage, "alone", () -> {}));
    first.close();
    whileHeld(storage, "alone", () -> {});
  }

  private interface Action {
    void run() throws IOException;
  }

  /** Acts while another process holds the directory's lock; an assertion fails if it cannot. */
  private static void whileHeld(FileStorage storage, String sharing, Action action)
      throws Exception {
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LockHolder.class.getName(),
                storage.directory().toString(),
                sharing)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertEquals('L', holder.getInputStream().read());
      action.run();
    } finally {
      holder.getOutputStream().close();
      holder.waitFor();
    }
  }

  /** Holds the lock of a directory until its input ends. */
  static final class LockHolder {
    public static void main(String[] args) throws IOException {
      FileStorage storage = FileStorage.at(Path.of(args[0]));
      StorageLock held =
          args[1].equals("shared") ? storage.lockShared("LOCK") : storage.lock("LOCK");
      System.out.write('L');
      System.out.flush();
      System.in.read();
      held.close();
    }
  }

  @Test
  void link_toUnlikeStorage_isASyncedCopy() throws IOException {
    FileStorage source = (FileStorage) newStorage();
    FileStorage target = (FileStorage) newStorage();
    write(source, "a", "bytes");
    StorageCopy.copy(source, "a", target);
    assertEquals("bytes", read(target, "a"));
  }

  @Test
  void readFully_interruptedThread_readsAndStaysInterrupted() throws IOException {
    Storage storage = newStorage();
    write(storage, "a", "bytes");
    for (ReadableFile file : openInEveryMode(storage, "a")) {
      try (file) {
        Thread.currentThread().interrupt();
        byte[] bytes = new byte[5];
        file.readFully(0, bytes, 0, 5);
        assertTrue(Thread.interrupted());
        assertEquals('b', bytes[0]);
        assertEquals(5, file.size());
      }
    }
  }

  @Test
  void append_interruptedThread_writesAndStaysInterrupted() throws IOException {
    Storage storage = newStorage();
    try (WritableFile file = storage.create("a")) {
      Thread.currentThread().interrupt();
      file.append(new byte[] {7, 8}, 0, 2);
      file.sync();
      assertTrue(Thread.interrupted());
      file.append(new byte[] {9}, 0, 1);
    }
    assertArrayEquals(
        new byte[] {7, 8, 9}, Files.readAllBytes(((FileStorage) storage).directory().resolve("a")));
  }

  @Test
  void syncDirectory_interruptedThread_syncsAndStaysInterrupted() throws IOException {
    Storage storage = newStorage();
    Thread.currentThread().interrupt();
    storage.syncDirectory();
    assertTrue(Thread.interrupted());
  }

  /**
   * Interrupts come at any instant, also within the system's call, where they close the channel.
   */
  @Test
  void readAndAppend_underAStormOfInterrupts_neverFail() throws Exception {
    Storage storage = newStorage();
    byte[] bytes = new byte[1 << 16];
    new Random(3).nextBytes(bytes);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch done = new CountDownLatch(2);
    try (WritableFile out = storage.create("a")) {
      out.append(bytes, 0, bytes.length);
      try (ReadableFile in = storage.open("a", ReadMode.BUFFERED)) {
        Thread reader = new Thread(() -> run(failure, done, () -> readMany(in, bytes)));
        Thread writer = new Thread(() -> run(failure, done, () -> appendMany(out, bytes)));
        reader.start();
        writer.start();
        while (done.getCount() > 0) {
          reader.interrupt();
          writer.interrupt();
          Thread.onSpinWait();
        }
        reader.join();
        writer.join();
      }
    }
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
    byte[] written = Files.readAllBytes(((FileStorage) storage).directory().resolve("a"));
    assertEquals(bytes.length * 101, written.length);
    for (int at = 0; at < written.length; at += bytes.length) {
      assertEquals(-1, Arrays.mismatch(written, at, at + bytes.length, bytes, 0, bytes.length));
    }
  }

  private static void run(AtomicReference<Throwable> failure, CountDownLatch done, Action action) {
    try {
      action.run();
    } catch (IOException | RuntimeException | Error e) {
      failure.set(e);
    } finally {
      done.countDown();
    }
  }

  private static void readMany(ReadableFile in, byte[] expected) throws IOException {
    byte[] bytes = new byte[expected.length];
    for (int i = 0; i < 2000; i++) {
      in.readFully(0, bytes, 0, bytes.length);
      assertArrayEquals(expected, bytes);
    }
  }

  private static void appendMany(WritableFile out, byte[] bytes) throws IOException {
    for (int i = 0; i < 100; i++) {
      out.append(bytes, 0, bytes.length);
      out.sync();
    }
  }

  @Test
  void reopen_afterTheNameWentToAnotherFile_isRefused() throws IOException {
    FileStorage storage = (FileStorage) newStorage();
    write(storage, "a", "old");
    write(storage, "b", "new");
    Path path = storage.directory().resolve("a");
    Set<StandardOpenOption> read = Set.of(StandardOpenOption.READ);
    try (SteadyChannel channel = new SteadyChannel(path, read, read)) {
      storage.rename("b", "a");
      channel.breakForTest();
      assertThrows(FileSystemException.class, () -> channel.read(ByteBuffer.allocate(3), 0));
    }
    assertFalse(Thread.interrupted());
  }

  @Test
  void readFully_direct_equalsBuffered() throws IOException {
    Storage storage = newStorage();
    byte[] bytes = new byte[1_000_003];
    new Random(5).nextBytes(bytes);
    try (WritableFile file = storage.create("a")) {
      file.append(bytes, 0, bytes.length);
    }
    try (ReadableFile file = openDirectOrNull(storage, "a")) {
      if (file == null) {
        return;
      }
      int[][] ranges = {{0, 1}, {4095, 2}, {1, 8191}, {0, bytes.length}, {1_000_002, 1}, {77, 0}};
      for (int[] range : ranges) {
        byte[] part = new byte[range[1] + 1];
        file.readFully(range[0], part, 1, range[1]);
        assertEquals(
            -1, Arrays.mismatch(part, 1, part.length, bytes, range[0], range[0] + range[1]));
      }
      assertThrows(EOFException.class, () -> file.readFully(1_000_000, new byte[4], 0, 4));
    }
  }

  private static List<ReadableFile> openInEveryMode(Storage storage, String name)
      throws IOException {
    ReadableFile buffered = storage.open(name, ReadMode.BUFFERED);
    ReadableFile direct = openDirectOrNull(storage, name);
    return direct == null ? List.of(buffered) : List.of(buffered, direct);
  }

  /** Null where the file system refuses, which must then be said clearly. */
  private static ReadableFile openDirectOrNull(Storage storage, String name) throws IOException {
    try {
      return storage.open(name, ReadMode.DIRECT);
    } catch (FileSystemException e) {
      assertTrue(e.getReason().contains("refuses direct I/O"), e.toString());
      return null;
    }
  }
}
