package io.koel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way to read a snapshot shows what was there when it was made. */
class SnapshotReadsTest {

  @TempDir Path directory;
  private Koel db;
  private Snapshot snapshot;

  @BeforeEach
  void fillThenChange() throws IOException {
    db = Koel.open(directory);
    for (String key : List.of("ani", "kiwi", "koel", "koi", "robin")) {
      db.put(bytes(key), bytes("old " + key));
    }
    snapshot = db.snapshot();
    db.put(bytes("koel"), bytes("new koel"));
    db.delete(bytes("kiwi"));
    db.put(bytes("kea"), bytes("new kea"));
    db.compact();
  }

  @AfterEach
  void close() throws IOException {
    snapshot.close();
    db.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.US_ASCII);
  }

  private static List<String> keys(Cursor cursor) throws IOException {
    List<String> keys = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        keys.add(text(cursor.key()));
        assertEquals("old " + text(cursor.key()), text(cursor.value()));
      }
    }
    return keys;
  }

  @Test
  void get_afterChanges_isAsBefore() throws IOException {
    assertEquals("old koel", text(snapshot.get(bytes("koel"))));
    assertEquals("old kiwi", text(snapshot.get(bytes("kiwi"))));
    assertNull(snapshot.get(bytes("kea")));
    assertEquals("new koel", text(db.get(bytes("koel"))));
  }

  @Test
  void get_severalKeys_areInTheirOrder() throws IOException {
    byte[][] values =
        snapshot.get(List.of(bytes("robin"), bytes("kea"), bytes("koel"), bytes("robin")));
    assertEquals(4, values.length);
    assertEquals("old robin", text(values[0]));
    assertNull(values[1]);
    assertEquals("old koel", text(values[2]));
    assertEquals("old robin", text(values[3]));
    assertEquals(0, snapshot.get(List.of()).length);
  }

  @Test
  void scans_afterChanges_areAsBefore() throws IOException {
    assertEquals(List.of("ani", "kiwi", "koel", "koi", "robin"), keys(snapshot.scan()));
    assertEquals(List.of("kiwi", "koel"), keys(snapshot.scan(bytes("b"), bytes("koi"))));
    assertEquals(List.of("robin", "koi"), keys(snapshot.scanReverse(bytes("koi"), null)));
    assertEquals(List.of("kiwi", "koel", "koi"), keys(snapshot.scanPrefix(bytes("k"))));
    assertEquals(List.of("koi", "koel"), keys(snapshot.scanPrefixReverse(bytes("ko"))));
    assertEquals(List.of(), keys(snapshot.scanPrefix(bytes("x"))));
    assertEquals(5, keys(snapshot.scanPrefixReverse(new byte[0])).size());
  }

  @Test
  void sequence_ofALaterSnapshot_isHigherByWhatWasWritten() throws IOException {
    try (Snapshot later = db.snapshot();
        Snapshot same = db.snapshot()) {
      assertEquals(snapshot.sequence() + 3, later.sequence());
      assertEquals(later.sequence(), same.sequence());
    }
  }

  @Test
  void close_withOpenCursor_leavesTheCursorItsView() throws IOException {
    Cursor cursor = snapshot.scan();
    snapshot.close();
    snapshot.close();
    db.compact();
    assertEquals(5, keys(cursor).size());
    assertThrows(IllegalStateException.class, () -> snapshot.get(bytes("koel")));
    assertThrows(IllegalStateException.class, () -> snapshot.get(List.of(bytes("koel"))));
    assertThrows(IllegalStateException.class, () -> snapshot.scanPrefix(bytes("k")));
    assertArrayEquals(bytes("new koel"), db.get(bytes("koel")));
  }
}
