package io.koel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.filter.FilterPolicy;
import io.koel.sst.Compression;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What must not be null is refused by its name, before anything happens. */
class NullArgumentsTest {

  private static final byte[] KEY = {1};

  @TempDir Path parent;

  private static void assertNamed(String name, Executable call) {
    NullPointerException refused = assertThrows(NullPointerException.class, call);
    assertEquals(name, refused.getMessage());
  }

  @Test
  void open_null_isRefusedAndMakesNoDirectory() {
    Path directory = parent.resolve("db");
    Options options = Options.defaults();
    assertNamed("options", () -> Koel.open(directory, null));
    assertNamed("options", () -> Koel.openReadOnly(directory, null));
    assertFalse(Files.exists(directory));
    assertNamed("directory", () -> Koel.open((Path) null));
    assertNamed("directory", () -> Koel.open((Path) null, options));
    assertNamed("directory", () -> Koel.openReadOnly(null));
    assertNamed("directory", () -> Koel.openReadOnly((Path) null, options));
    assertNamed("storage", () -> Koel.open((Storage) null, options));
    assertNamed("storage", () -> Koel.openReadOnly((Storage) null, options));
  }

  @Test
  void write_null_isRefusedAndWritesNothing() throws IOException {
    try (Koel db = Koel.open(parent.resolve("db"))) {
      assertNamed("key", () -> db.put(null, KEY));
      assertNamed("value", () -> db.put(KEY, null));
      assertNamed("durability", () -> db.put(KEY, KEY, null));
      assertNamed("key", () -> db.put(null, KEY, Durability.SYNC));
      assertNamed("value", () -> db.put(KEY, null, Durability.SYNC));
      assertNamed("key", () -> db.delete(null));
      assertNamed("key", () -> db.delete(null, Durability.SYNC));
      assertNamed("durability", () -> db.delete(KEY, null));
      WriteBatch batch = new WriteBatch().put(KEY, KEY);
      assertNamed("batch", () -> db.write(null));
      assertNamed("batch", () -> db.write(null, Durability.SYNC));
      assertNamed("durability", () -> db.write(batch, null));
      assertNull(db.get(KEY));
      assertEquals(0, db.stats().writes().batches());
    }
  }

  @Test
  void read_null_isRefused() throws IOException {
    try (Koel db = Koel.open(parent.resolve("db"));
        Snapshot snapshot = db.snapshot();
        Cursor cursor = db.scan(null, null)) {
      assertNamed("key", () -> db.get((byte[]) null));
      assertNamed("keys", () -> db.get((List<byte[]>) null));
      assertNamed("key", () -> db.get(Arrays.asList(KEY, null)));
      assertNamed("prefix", () -> db.scanPrefix(null));
      assertNamed("prefix", () -> db.scanPrefixReverse(null));
      assertNamed("key", () -> db.explain(null));
      assertNamed("key", () -> snapshot.get((byte[]) null));
      assertNamed("keys", () -> snapshot.get((List<byte[]>) null));
      assertNamed("prefix", () -> snapshot.scanPrefix(null));
      assertNamed("prefix", () -> snapshot.scanPrefixReverse(null));
      assertNamed("key", () -> cursor.seek(null));
    }
  }

  @Test
  void checkpoint_null_isRefused() throws IOException {
    try (Koel db = Koel.open(parent.resolve("db"))) {
      assertNamed("directory", () -> db.checkpoint((Path) null));
      assertNamed("target", () -> db.checkpoint((Storage) null));
    }
  }

  @Test
  void batch_null_isRefusedAndChangesNothing() {
    WriteBatch batch = new WriteBatch();
    assertNamed("key", () -> batch.put(null, KEY));
    assertNamed("value", () -> batch.put(KEY, null));
    assertNamed("key", () -> batch.delete(null));
    assertNamed("visitor", () -> batch.forEach(null));
    assertEquals(0, batch.count());
  }

  @Test
  void options_null_areRefused() {
    Options options = Options.defaults();
    assertNamed("spec", () -> options.withFilterPolicy((String) null));
    assertNamed("filterPolicy", () -> options.withFilterPolicy((FilterPolicy) null));
    assertNamed("compression", () -> options.withCompression((Compression) null));
    assertNamed("compression", () -> options.withCompression((List<Compression>) null));
    assertNamed("compression", () -> options.withCompression(Collections.singletonList(null)));
    assertNamed("readMode", () -> options.withReadMode(null));
    assertNamed("filterDeletes", () -> options.withFilterDeletes(null));
    assertNamed("durability", () -> options.withDurability(null));
  }
}
