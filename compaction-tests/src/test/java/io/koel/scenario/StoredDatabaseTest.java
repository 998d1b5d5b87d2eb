package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.Options;
import io.koel.faults.StrictStorage;
import io.koel.filter.CorruptionException;
import io.koel.sst.WritableFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/**
 * A database of format version 2, as it was when its process ended without closing it, stays
 * readable. It has tables on several levels, a generation with dead entries, and writes in the log
 * only. One of version 1, which was never released, is refused.
 *
 * <p>They were written by {@link #main}. A new format gets a file of its own beside them; these are
 * never written again.
 */
class StoredDatabaseTest {

  private static final String STORED = "v2-database.zip";
  private static final String UNRELEASED = "v1-database.zip";
  private static final int KEYS = 600;

  private static final Options OPTIONS =
      TinyOptions.of("semisorted-cuckoo(bits=9)").withBackgroundThreads(1);

  /** Writes the stored database; the argument is the file to write. */
  public static void main(String[] arguments) throws IOException {
    StrictStorage storage = new StrictStorage();
    try (Koel db = Koel.open(storage, OPTIONS);
        ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(Path.of(arguments[0])))) {
      writeHistory(db);
      for (String name : storage.list()) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(storage.content(name));
        zip.closeEntry();
      }
    }
  }

  private static void writeHistory(Koel db) throws IOException {
    for (int i = 0; i < KEYS; i++) {
      db.put(key(i), value(i, 1));
    }
    db.compact();
    for (int i = 0; i < KEYS; i += 4) {
      db.delete(key(i));
    }
    db.flush();
    db.awaitIdle();
    for (int i = 1; i < KEYS; i += 4) {
      db.put(key(i), value(i, 2));
    }
    db.flush();
    db.awaitIdle();
    for (int i = 2; i < 40; i += 4) {
      db.put(key(i), value(i, 3));
      db.delete(key(i + 1));
    }
  }

  private static NavigableMap<byte[], byte[]> expected() {
    NavigableMap<byte[], byte[]> contents = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < KEYS; i++) {
      int version = i % 4 == 1 ? 2 : i % 4 == 2 && i < 40 ? 3 : 1;
      if (i % 4 != 0 && (i % 4 != 3 || i > 40)) {
        contents.put(key(i), value(i, version));
      }
    }
    return contents;
  }

  private static byte[] key(int i) {
    return String.format("key %05d", i).getBytes();
  }

  private static byte[] value(int i, int version) {
    return ("value " + i + " version " + version).getBytes();
  }

  private static StrictStorage stored(String name) throws IOException {
    StrictStorage storage = new StrictStorage();
    try (InputStream resource = StoredDatabaseTest.class.getResourceAsStream(name)) {
      assertNotNull(resource, name);
      ZipInputStream zip = new ZipInputStream(resource);
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        byte[] bytes = zip.readAllBytes();
        try (WritableFile file = storage.create(entry.getName())) {
          file.append(bytes, 0, bytes.length);
          file.sync();
        }
      }
    }
    storage.syncDirectory();
    return storage;
  }

  @Test
  void open_databaseOfVersion1_isRefusedAndNotTouched() throws IOException {
    StrictStorage storage = stored(UNRELEASED);
    List<String> files = storage.list();
    CorruptionException refused =
        assertThrows(CorruptionException.class, () -> Koel.open(storage, OPTIONS).close());
    assertTrue(
        refused.getMessage().contains("database format 1 is not known, only 2 is"),
        refused.getMessage());
    assertEquals(files, storage.list());
  }

  @Test
  void open_databaseOfVersion2_hasItsContents() throws IOException {
    StrictStorage storage = stored(STORED);
    assertTrue(storage.list().stream().anyMatch(name -> name.endsWith(".gen")), "has a generation");
    try (Koel db = Koel.open(storage, OPTIONS)) {
      assertContents(db);
      db.verify();
      db.compact();
      assertContents(db);
    }
    try (Koel db = Koel.open(storage, OPTIONS.withFilterPolicy("none"))) {
      assertContents(db);
    }
  }

  private static void assertContents(Koel db) throws IOException {
    NavigableMap<byte[], byte[]> expected = expected();
    int count = 0;
    try (Cursor cursor = db.scan()) {
      for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
        assertTrue(cursor.next());
        assertArrayEquals(entry.getKey(), cursor.key());
        assertArrayEquals(entry.getValue(), cursor.value());
        count++;
      }
      assertEquals(false, cursor.next());
    }
    assertEquals(expected.size(), count);
    for (int i = 0; i < KEYS; i++) {
      assertArrayEquals(expected.get(key(i)), db.get(key(i)));
    }
  }
}
