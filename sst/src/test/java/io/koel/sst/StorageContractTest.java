package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every {@link Storage} does. Subclassed once for each of them, in other modules too. */
public abstract class StorageContractTest {

  /** An empty storage; a second call gives another one. */
  protected abstract Storage newStorage() throws IOException;

  @Test
  void create_thenAppend_isReadBackAtAnyPosition() throws IOException {
    Storage storage = newStorage();
    byte[] bytes = randomBytes(3_000_000);
    try (WritableFile file = storage.create("a")) {
      file.append(bytes, 0, 10);
      file.append(ByteBuffer.wrap(bytes, 10, 90));
      ByteBuffer direct = ByteBuffer.allocateDirect(900).put(bytes, 100, 900).flip();
      file.append(direct);
      assertEquals(0, direct.remaining());
      file.append(bytes, 1000, bytes.length - 1000);
      assertEquals(bytes.length, file.size());
      file.sync();
    }
    assertEquals(bytes.length, storage.size("a"));
    try (ReadableFile file = storage.open("a", ReadMode.BUFFERED)) {
      assertEquals(bytes.length, file.size());
      byte[] all = new byte[bytes.length];
      file.readFully(0, all, 0, all.length);
      assertArrayEquals(bytes, all);
      byte[] part = new byte[12];
      file.readFully(2_999_990, part, 1, 10);
      assertArrayEquals(
          Arrays.copyOfRange(bytes, 2_999_990, 3_000_000), Arrays.copyOfRange(part, 1, 11));
      file.readFully(3_000_000, part, 0, 0);
    }
  }

  @Test
  void create_existingName_isRefusedAndLeavesTheFile() throws IOException {
    Storage storage = newStorage();
    write(storage, "a", "old");
    assertThrows(FileAlreadyExistsException.class, () -> storage.create("a"));
    assertEquals("old", read(storage, "a"));
  }

  @Test
  void append_whileReading_isSeen() throws IOException {
    Storage storage = newStorage();
    try (WritableFile out = storage.create("log")) {
      out.append(new byte[] {1}, 0, 1);
      try (ReadableFile in = storage.open("log", ReadMode.BUFFERED)) {
        out.append(new byte[] {2}, 0, 1);
        byte[] two = new byte[2];
        in.readFully(0, two, 0, 2);
        assertArrayEquals(new byte[] {1, 2}, two);
        assertEquals(2, in.size());
      }
    }
  }

  @Test
  void readFully_overTheEnd_namesFileAndPosition() throws IOException {
    Storage storage = newStorage();
    write(storage, "short", "12345");
    try (ReadableFile file = storage.open("short", ReadMode.BUFFERED)) {
      EOFException e = assertThrows(EOFException.class, () -> file.readFully(3, new byte[3], 0, 3));
      assertTrue(e.getMessage().contains("short") && e.getMessage().contains("3"), e.toString());
    }
  }

  @Test
  void missingFile_anyUse_isNoSuchFile() throws IOException {
    Storage storage = newStorage();
    assertThrows(NoSuchFileException.class, () -> storage.open("no", ReadMode.BUFFERED));
    assertThrows(NoSuchFileException.class, () -> storage.delete("no"));
    assertThrows(NoSuchFileException.class, () -> storage.size("no"));
    assertThrows(NoSuchFileException.class, () -> storage.rename("no", "yes"));
  }

  @Test
  void names_thatAreNotPlain_areRefused() throws IOException {
    Storage storage = newStorage();
    for (String name : List.of("", ".", "..", "a/b", "/a", "../a", "a\\b", "a\0b")) {
      assertThrows(IllegalArgumentException.class, () -> storage.create(name), name);
      assertThrows(
          IllegalArgumentException.class, () -> storage.open(name, ReadMode.BUFFERED), name);
      assertThrows(IllegalArgumentException.class, () -> storage.delete(name), name);
      assertThrows(IllegalArgumentException.class, () -> storage.rename("a", name), name);
      assertThrows(IllegalArgumentException.class, () -> storage.lock(name), name);
      assertThrows(IllegalArgumentException.class, () -> storage.lockShared(name), name);
    }
    assertEquals(List.of(), storage.list());
  }

  @Test
  void rename_overAnotherFile_replacesIt() throws IOException {
    Storage storage = newStorage();
    write(storage, "a", "new");
    write(storage, "b", "old");
    storage.rename("a", "b");
    storage.syncDirectory();
    assertEquals(List.of("b"), storage.list());
    assertEquals("new", read(storage, "b"));
  }

  @Test
  void delete_whileOpen_leavesReadersTheirBytes() throws IOException {
    Storage storage = newStorage();
    write(storage, "a", "bytes");
    try (ReadableFile file = storage.open("a", ReadMode.BUFFERED)) {
      storage.delete("a");
      assertEquals(List.of(), storage.list());
      byte[] bytes = new byte[5];
      file.readFully(0, bytes, 0, 5);
      assertEquals("bytes", new String(bytes, StandardCharsets.US_ASCII));
    }
  }

  @Test
  void list_anyOrderOfCreation_isSorted() throws IOException {
    Storage storage = newStorage();
    for (String name : List.of("b", "c", "a")) {
      write(storage, name, name);
    }
    assertEquals(List.of("a", "b", "c"), storage.list());
  }

  @Test
  void lock_secondTime_isRefusedUntilTheFirstIsClosed() throws IOException {
    Storage storage = newStorage();
    StorageLock first = storage.lock("LOCK");
    assertThrows(StorageLockedException.class, () -> storage.lock("LOCK"));
    assertThrows(StorageLockedException.class, () -> storage.lock("LOCK"));
    storage.lock("OTHER").close();
    first.close();
    StorageLock second = storage.lock("LOCK");
    first.close();
    assertThrows(StorageLockedException.class, () -> storage.lock("LOCK"));
    second.close();
  }

  @Test
  void lockShared_byTwo_excludesLockUntilBothAreClosed() throws IOException {
    Storage storage = newStorage();
    storage.lock("LOCK").close();
    StorageLock first = storage.lockShared("LOCK");
    StorageLock second = storage.lockShared("LOCK");
    assertThrows(StorageLockedException.class, () -> storage.lock("LOCK"));
    first.close();
    first.close();
    assertThrows(StorageLockedException.class, () -> storage.lock("LOCK"));
    second.close();
    storage.lock("LOCK").close();
  }

  @Test
  void lockShared_heldByLock_isRefused() throws IOException {
    Storage storage = newStorage();
    StorageLock held = storage.lock("LOCK");
    assertThrows(StorageLockedException.class, () -> storage.lockShared("LOCK"));
    held.close();
    storage.lockShared("LOCK").close();
  }

  @Test
  void lockShared_missingFile_isNoSuchFileAndMakesNone() throws IOException {
    Storage storage = newStorage();
    assertThrows(NoSuchFileException.class, () -> storage.lockShared("LOCK"));
    assertEquals(List.of(), storage.list());
    storage.lock("LOCK").close();
    storage.lockShared("LOCK").close();
  }

  @Test
  void link_toAnotherStorage_survivesTheOriginal() throws IOException {
    Storage source = newStorage();
    Storage target = newStorage();
    write(source, "a", "bytes");
    source.link("a", target);
    assertThrows(FileAlreadyExistsException.class, () -> source.link("a", target));
    source.delete("a");
    assertEquals("bytes", read(target, "a"));
    assertThrows(NoSuchFileException.class, () -> source.link("a", target));
  }

  @Test
  void close_thenRead_fails() throws IOException {
    Storage storage = newStorage();
    write(storage, "a", "bytes");
    ReadableFile file = storage.open("a", ReadMode.BUFFERED);
    file.close();
    file.close();
    assertThrows(IOException.class, () -> file.readFully(0, new byte[1], 0, 1));
  }

  @Test
  void close_thenAppend_fails() throws IOException {
    WritableFile file = newStorage().create("a");
    file.close();
    file.close();
    assertThrows(IOException.class, () -> file.append(new byte[1], 0, 1));
  }

  @Test
  void describe_anyName_endsInIt() throws IOException {
    assertTrue(newStorage().describe("000012.table").endsWith("000012.table"));
  }

  protected static void write(Storage storage, String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    try (WritableFile file = storage.create(name)) {
      file.append(bytes, 0, bytes.length);
    }
  }

  protected static String read(Storage storage, String name) throws IOException {
    try (ReadableFile file = storage.open(name, ReadMode.BUFFERED)) {
      byte[] bytes = new byte[(int) file.size()];
      file.readFully(0, bytes, 0, bytes.length);
      return new String(bytes, StandardCharsets.US_ASCII);
    }
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    return bytes;
  }
}
