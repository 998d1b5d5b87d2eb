package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterPolicy;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TableWriterTest {

  private static final byte[] NOTHING = {};

  private final ByteArrayStorage storage = new ByteArrayStorage();
  private final TableOptions options = TableOptions.defaults();

  @Test
  void add_outOfOrder_isRefusedAndTheTableGoesOn() throws IOException {
    try (TableWriter writer = TableWriter.create(storage, "t", options)) {
      Entry.put("b", 5, "1").addTo(writer);
      for (Entry wrong :
          List.of(
              Entry.put("a", 9, "smaller key"),
              Entry.put("", 9, "empty key"),
              Entry.put("b", 5, "same"),
              Entry.put("b", 6, "newer"))) {
        assertThrows(IllegalArgumentException.class, () -> wrong.addTo(writer), wrong::toString);
      }
      Entry.tombstone("b", 4).addTo(writer);
      assertEquals(2, writer.finish().entries());
    }
    try (TableReader reader = Tables.open(storage, "t")) {
      reader.verify();
    }
  }

  @Test
  void add_outOfRange_isRefused() throws IOException {
    byte[] longKey = new byte[TableFormat.MAX_KEY_LENGTH + 1];
    byte[] longValue = new byte[TableFormat.MAX_VALUE_LENGTH + 1];
    try (TableWriter writer = TableWriter.create(storage, "t", options)) {
      assertRefused(writer, longKey, 1, EntryKind.PUT, NOTHING);
      assertRefused(writer, NOTHING, 1, EntryKind.PUT, longValue);
      assertRefused(writer, NOTHING, -1, EntryKind.PUT, NOTHING);
      assertRefused(writer, NOTHING, EntryCursor.MAX_SEQUENCE + 1, EntryKind.PUT, NOTHING);
      assertRefused(writer, NOTHING, 1, EntryKind.TOMBSTONE, new byte[1]);
      assertThrows(
          IndexOutOfBoundsException.class,
          () -> writer.add(NOTHING, 0, 1, 1, EntryKind.PUT, NOTHING, 0, 0));
      assertEquals(0, writer.entries());
    }
  }

  private static void assertRefused(
      TableWriter writer, byte[] key, long sequence, EntryKind kind, byte[] value) {
    assertThrows(
        IllegalArgumentException.class,
        () -> writer.add(key, 0, key.length, sequence, kind, value, 0, value.length));
  }

  @Test
  void finish_withoutEntries_isRefusedAndLeavesNoFile() throws IOException {
    try (TableWriter writer = TableWriter.create(storage, "t", options)) {
      assertThrows(IllegalStateException.class, writer::finish);
    }
    assertEquals(List.of(), storage.list());
  }

  @Test
  void anyUse_afterFinish_isRefused() throws IOException {
    TableWriter writer = TableWriter.create(storage, "t", options);
    Entry.put("a", 1, "x").addTo(writer);
    TableProperties properties = writer.finish();
    assertEquals(storage.size("t"), properties.fileSize());
    assertThrows(IllegalStateException.class, () -> Entry.put("b", 2, "y").addTo(writer));
    assertThrows(IllegalStateException.class, writer::finish);
    writer.close();
    assertEquals(List.of("t"), storage.list());
  }

  @Test
  void close_withoutFinish_deletesTheFile() throws IOException {
    TableWriter writer = TableWriter.create(storage, "t", options);
    Entry.put("a", 1, "x").addTo(writer);
    writer.close();
    writer.close();
    assertEquals(List.of(), storage.list());
    assertThrows(IllegalStateException.class, () -> Entry.put("b", 2, "y").addTo(writer));
  }

  @Test
  void create_existingFile_isRefusedAndLeavesIt() throws IOException {
    Tables.write(storage, "t", options, List.of(Entry.put("a", 1, "x")));
    assertThrows(FileAlreadyExistsException.class, () -> TableWriter.create(storage, "t", options));
    assertEquals(List.of("t"), storage.list());
  }

  /** Every append and the sync fail in turn, before or after some of the bytes were taken. */
  @Test
  void failedWrite_anywhere_leavesNoFileAndAFailedWriter() throws IOException {
    List<Entry> entries = Tables.random(new Random(1), 20_000);
    for (int failing = 0; ; failing++) {
      Failing broken = new Failing(failing);
      TableWriter writer = TableWriter.create(broken, "t", options);
      IOException seen = null;
      try {
        for (Entry entry : entries) {
          entry.addTo(writer);
        }
        writer.finish();
      } catch (IOException e) {
        seen = e;
      }
      if (seen == null) {
        assertTrue(failing > 3, "calls: " + failing);
        return;
      }
      assertSame(broken.thrown, seen);
      assertEquals(List.of(), broken.list());
      assertThrows(IllegalStateException.class, () -> entries.get(0).addTo(writer));
      writer.close();
    }
  }

  private static final class Failing extends ByteArrayStorage {
    private final IOException thrown = new IOException("no space left");
    private int left;

    Failing(int left) {
      this.left = left;
    }

    @Override
    protected void beforeAppend(long position, int length) throws IOException {
      beforeSync();
    }

    @Override
    protected void beforeSync() throws IOException {
      if (left-- == 0) {
        throw thrown;
      }
    }
  }

  @Test
  void equalEntries_writtenTwice_giveEqualBytes() throws IOException {
    List<Entry> entries = Tables.random(new Random(2), 2000);
    FilterPolicy policy = FilterCatalog.policy("semisorted-cuckoo(bits=13)");
    for (Compression compression : Compression.values()) {
      TableOptions same = options.withFilterPolicy(policy).withCompression(compression);
      Tables.write(storage, "a" + compression, same, entries);
      Tables.write(storage, "b" + compression, same, entries);
      assertArrayEquals(storage.get("a" + compression), storage.get("b" + compression));
    }
  }

  @Test
  void blocks_ofManyEntries_keepToTheBlockSize() throws IOException {
    List<Entry> entries = Tables.random(new Random(3), 5000);
    Tables.write(storage, "t", options, entries);
    try (TableReader reader = Tables.open(storage, "t")) {
      Index index = reader.index();
      long largest =
          entries.stream().mapToLong(e -> e.key().length + e.value().length).max().getAsLong();
      for (int i = 0; i < index.blockCount(); i++) {
        boolean single = index.firstOrdinal(i + 1) - index.firstOrdinal(i) == 1;
        assertTrue(index.contentsLength(i) <= (single ? largest + 64 : 4096));
      }
      long average = index.offset(index.blockCount()) / index.blockCount();
      assertTrue(average > 3000, "average block: " + average);
    }
  }

  @Test
  void estimatedSize_beforeFinish_isNearTheFileSize() throws IOException {
    try (TableWriter writer = TableWriter.create(storage, "t", options)) {
      for (Entry entry : Tables.random(new Random(4), 5000)) {
        entry.addTo(writer);
      }
      long estimated = writer.estimatedSize();
      long size = writer.finish().fileSize();
      assertTrue(Math.abs(estimated - size) < 200 + 2 * 64 << 10, estimated + " and " + size);
      assertTrue(estimated > size * 0.98 && estimated < size * 1.02, estimated + " and " + size);
    }
  }

  @Test
  void options_outOfRange_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> options.withBlockSize(63));
    assertThrows(IllegalArgumentException.class, () -> options.withBlockSize((16 << 20) + 1));
    assertThrows(IllegalArgumentException.class, () -> options.withRestartInterval(0));
    assertThrows(IllegalArgumentException.class, () -> options.withRestartInterval(12));
    assertThrows(IllegalArgumentException.class, () -> options.withLevel(-1));
    assertThrows(IllegalArgumentException.class, () -> options.withExpectedKeys(-1));
    assertThrows(NullPointerException.class, () -> options.withCompression(null));
    assertThrows(NullPointerException.class, () -> options.withFilterPolicy(null));
  }
}
