package io.koel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.batch.EncodedBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteBatchTest {

  @Test
  void forEach_afterPutsAndDeletes_showsThemInOrder() {
    byte[] key = bytes("a");
    WriteBatch batch = new WriteBatch().put(key, bytes("1")).delete(bytes("b")).put(key, bytes(""));
    key[0] = 'x';

    assertEquals(List.of("a=1", "b", "a="), operations(batch));
    assertEquals(3, batch.count());
    assertEquals(12 + 5 + 4 + 4, batch.sizeInBytes());
  }

  @Test
  void clear_afterPuts_isEmptyAndUsable() {
    WriteBatch batch = new WriteBatch().put(bytes("a"), new byte[2 << 20]);
    batch.clear();

    assertTrue(batch.isEmpty());
    assertEquals(new WriteBatch().sizeInBytes(), batch.sizeInBytes());
    assertEquals(List.of("b"), operations(batch.delete(bytes("b"))));
  }

  @Test
  void anyChange_whileItIsWritten_isRefused() {
    WriteBatch batch = new WriteBatch().put(bytes("a"), bytes("1"));
    EncodedBatch written = batch.beginWrite();
    assertThrows(ConcurrentModificationException.class, () -> batch.put(bytes("b"), bytes("2")));
    assertThrows(ConcurrentModificationException.class, () -> batch.delete(bytes("b")));
    assertThrows(ConcurrentModificationException.class, batch::clear);
    assertThrows(ConcurrentModificationException.class, batch::beginWrite);
    assertEquals(1, written.count());
    batch.end();
    assertEquals(2, batch.delete(bytes("b")).count());
  }

  @Test
  void write_whileOthersChangeAndWriteIt_neverBreaksTheLog(@TempDir Path dir) throws Exception {
    WriteBatch batch = new WriteBatch();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try (Koel db = Koel.open(dir)) {
      List<Future<?>> all = new ArrayList<>();
      for (int t = 0; t < 3; t++) {
        all.add(threads.submit(() -> useWildly(batch, db)));
      }
      for (Future<?> one : all) {
        one.get();
      }
      db.put(bytes("in the log"), bytes("1"));
    } finally {
      threads.shutdownNow();
    }
    try (Koel db = Koel.open(dir)) {
      db.verify();
      assertArrayEquals(bytes("1"), db.get(bytes("in the log")));
    }
  }

  private static Void useWildly(WriteBatch batch, Koel db) throws IOException {
    for (int i = 0; i < 3_000; i++) {
      try {
        batch.put(bytes("key" + i % 10), new byte[i % 500]);
        db.write(batch);
        batch.clear();
      } catch (ConcurrentModificationException another) {
        // That is what is promised.
      }
    }
    return null;
  }

  @Test
  void put_longestKeyAndValue_areAccepted() {
    WriteBatch batch =
        new WriteBatch()
            .put(new byte[EncodedBatch.MAX_KEY_LENGTH], new byte[EncodedBatch.MAX_VALUE_LENGTH])
            .put(new byte[0], new byte[0]);
    batch.forEach(
        new WriteBatch.Visitor() {
          @Override
          public void put(byte[] key, byte[] value) {
            assertEquals(key.length == 0 ? 0 : 64 << 10, key.length);
            assertEquals(key.length == 0 ? 0 : 64 << 20, value.length);
          }

          @Override
          public void delete(byte[] key) {
            throw new AssertionError("nothing was deleted");
          }
        });
    assertEquals(2, batch.count());
  }

  @Test
  void put_tooLong_isRefusedWithSizesAndChangesNothing() {
    WriteBatch batch = new WriteBatch().put(bytes("a"), bytes("1"));

    for (Runnable tooLong :
        List.<Runnable>of(
            () -> batch.put(new byte[65_537], bytes("1")),
            () -> batch.delete(new byte[65_537]),
            () -> batch.put(bytes("a"), new byte[(64 << 20) + 1]))) {
      IllegalArgumentException e = assertThrows(IllegalArgumentException.class, tooLong::run);
      assertTrue(e.getMessage().matches(".*(65537.*65536|67108865.*67108864).*"), e.getMessage());
    }
    assertEquals(List.of("a=1"), operations(batch));
  }

  private static List<String> operations(WriteBatch batch) {
    List<String> seen = new ArrayList<>();
    batch.forEach(
        new WriteBatch.Visitor() {
          @Override
          public void put(byte[] key, byte[] value) {
            seen.add(string(key) + "=" + string(value));
          }

          @Override
          public void delete(byte[] key) {
            seen.add(string(key));
          }
        });
    return seen;
  }

  private static byte[] bytes(String s) {
    return s.getBytes(StandardCharsets.US_ASCII);
  }

  private static String string(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
