package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCursorReadsTest {

  private static final int ENTRIES = 2000;

  @TempDir Path temp;

  @Test
  void seek_withinOneBlock_readsItOnce() throws IOException {
    AtomicLong counted = new AtomicLong();
    try (TableReader reader = open(counted);
        TableCursor cursor = reader.cursor(3, ReadPurpose.COMPACTION)) {
      for (int i = 1000; i < 1010; i++) {
        assertTrue(cursor.seek(key(i), 0, key(i).length, EntryCursor.MAX_SEQUENCE));
        assertEquals(i, cursor.ordinal());
      }
      // Ten neighbours of about 20 bytes lie in one block or in two.
      assertTrue(cursor.blocksFromDisk() <= 2, cursor.blocksFromDisk() + " blocks");
      assertEquals(counted.get(), cursor.bytesFromDisk());
    }
  }

  @Test
  void fullScan_readsEveryBlockOnce() throws IOException {
    AtomicLong counted = new AtomicLong();
    try (TableReader reader = open(counted);
        TableCursor cursor = reader.cursor(3, ReadPurpose.COMPACTION)) {
      assertEquals(ENTRIES, Tables.all(cursor).size());
      assertEquals(reader.properties().dataBlocks(), cursor.blocksFromDisk());
      assertEquals(counted.get(), cursor.bytesFromDisk());
    }
  }

  @Test
  void verification_neverReadsMoreThanAnnounced() throws IOException {
    AtomicLong counted = new AtomicLong();
    try (TableReader reader = open(counted);
        TableCursor cursor = reader.cursor(3, ReadPurpose.VERIFICATION)) {
      for (int i = 0; i < ENTRIES + 3; i += 3) {
        long before = cursor.bytesFromDisk();
        long announced = cursor.bytesToSeek(key(i), 0, key(i).length, EntryCursor.MAX_SEQUENCE);
        if (!cursor.seek(key(i), 0, key(i).length, EntryCursor.MAX_SEQUENCE)) {
          break;
        }
        assertTrue(cursor.bytesFromDisk() - before <= announced, "seek to " + i);
        before = cursor.bytesFromDisk();
        announced = cursor.bytesToNext();
        cursor.next();
        assertTrue(cursor.bytesFromDisk() - before <= announced, "next after " + i);
      }
      assertEquals(counted.get(), cursor.bytesFromDisk());
      assertTrue(cursor.blocksFromDisk() <= reader.properties().dataBlocks());
    }
  }

  private TableReader open(AtomicLong dataBytes) throws IOException {
    Storage storage = FileStorage.at(temp);
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < ENTRIES; i++) {
      entries.add(new Entry(key(i), i, EntryKind.PUT, new byte[10]));
    }
    Tables.write(storage, "t", TableOptions.defaults().withBlockSize(1024), entries);
    return Tables.open(
        storage,
        "t",
        BlockCache.none(),
        (kind, level, source, bytes) -> {
          if (kind == BlockKind.DATA && source == ReadSource.DISK) {
            dataBytes.addAndGet(bytes);
          }
        });
  }

  private static byte[] key(int i) {
    return String.format("key%06d", i).getBytes();
  }
}
