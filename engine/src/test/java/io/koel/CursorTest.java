package io.koel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.batch.EncodedBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where cursors go, and what they keep. */
class CursorTest {

  private static final int KEYS = 1_000;

  @TempDir Path directory;
  private Koel db;

  @BeforeEach
  void fill() throws IOException {
    db = Koel.open(directory);
    for (int i = 0; i < KEYS; i++) {
      db.put(key(i), key(i));
    }
    db.flush();
  }

  @AfterEach
  void close() throws IOException {
    db.close();
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  private static void assertNextIs(int number, Cursor cursor) throws IOException {
    assertTrue(cursor.next());
    assertEquals(number, ByteBuffer.wrap(cursor.key()).getInt());
  }

  @Test
  void seek_anyDirectionAndAfterTheEnd_staysInTheRange() throws IOException {
    try (Cursor cursor = db.scan(key(100), key(200))) {
      for (int target : new int[] {150, 120, 199, 100, 0}) {
        cursor.seek(key(target));
        assertNextIs(Math.max(100, target), cursor);
      }
      cursor.seek(key(500));
      assertFalse(cursor.next());
      cursor.seek(key(110));
      assertNextIs(110, cursor);
    }
    try (Cursor cursor = db.scanReverse(key(100), key(200))) {
      for (int target : new int[] {150, 180, 101, 199, 500}) {
        cursor.seek(key(target));
        assertNextIs(Math.min(199, target), cursor);
      }
      cursor.seek(key(5));
      assertFalse(cursor.next());
      cursor.seek(key(110));
      assertNextIs(110, cursor);
    }
  }

  @Test
  void anyRead_ofAKeyThatIsTooLong_findsNothingAndDoesNotFail() throws IOException {
    byte[] tooLong = new byte[EncodedBatch.MAX_KEY_LENGTH + 1];
    assertNull(db.get(tooLong));
    assertNull(db.get(List.of(tooLong))[0]);
    assertEquals(Explanation.Outcome.ABSENT, db.explain(tooLong).outcome());
    // As a bound it is a key like others: the first after those that it begins with.
    try (Cursor cursor = db.scan(tooLong, null)) {
      assertNextIs(1, cursor);
      cursor.seek(tooLong);
      assertNextIs(1, cursor);
    }
    assertThrows(IllegalArgumentException.class, () -> db.put(tooLong, tooLong));
    assertThrows(IllegalArgumentException.class, () -> db.delete(tooLong));
  }

  @Test
  void close_ofTheCursor_letsFilesGoThatItKept() throws IOException {
    Cursor cursor = db.scan(null, null);
    List<Path> before = tables();
    for (int i = 0; i < KEYS; i++) {
      db.delete(key(i));
    }
    db.compact();
    assertTrue(tables().containsAll(before));
    assertNextIs(0, cursor);
    cursor.close();
    db.awaitIdle();
    assertEquals(List.of(), tables());
  }

  @Test
  void close_ofTheStoreWithAnOpenCursor_endsTheCursor() throws IOException {
    Cursor cursor = db.scan(null, null);
    assertNextIs(0, cursor);
    db.delete(key(0));
    db.compact();
    db.close();
    assertThrows(IllegalStateException.class, cursor::next);
    assertThrows(IllegalStateException.class, cursor::key);
    cursor.close();
    int kept = tables().size();
    db = Koel.open(directory);
    assertTrue(tables().size() < kept, "what the cursor kept goes at the next open");
  }

  private List<Path> tables() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".sst")).sorted().toList();
    }
  }
}
