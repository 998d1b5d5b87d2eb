package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterCatalog;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A table with right checksums whose index asks for far more memory than the table has bytes: each
 * separator shares nearly all of a long key with the one before, which takes a few bytes on disk.
 */
class CraftedIndexTest {

  private static final String NAME = "t.sst";
  private static final int BLOCKS = 40_000;
  private static final int EMPTY_BLOCK = 1;

  private final ByteArrayStorage storage = new ByteArrayStorage();

  /** A table of tiny blocks, each with a separator of about 64 KiB: 2.5 GB in all. */
  private long write(Compression compression) throws IOException {
    Index.Builder index = new Index.Builder();
    byte[] separator = new byte[TableFormat.MAX_KEY_LENGTH];
    for (int i = 0; i < BLOCKS; i++) {
      Bytes.putInt(separator, separator.length - 4, Integer.reverseBytes(i));
      index.add(EMPTY_BLOCK, 1, separator.clone(), 0);
    }
    BlockWriter out = new BlockWriter(storage.create(NAME), Compression.NONE);
    for (int i = 0; i < BLOCKS; i++) {
      out.writePlain(new byte[EMPTY_BLOCK]);
    }
    long dataEnd = out.position();
    out.writePlain(index.finish());
    long propertiesOffset = out.position();
    out.writePlain(properties(compression).encode());
    Footer footer = new Footer(dataEnd, dataEnd, propertiesOffset, out.position());
    out.finish(footer.encode());
    return out.position();
  }

  private static TableProperties properties(Compression compression) {
    return new TableProperties(
        BLOCKS,
        0,
        BLOCKS,
        new byte[1],
        new byte[2],
        1,
        BLOCKS,
        0,
        0,
        0,
        BLOCKS,
        0,
        0,
        0,
        0,
        0,
        4096,
        compression,
        0,
        "none",
        TableFormat.VERSION);
  }

  private TableReader open() throws IOException {
    TableReaderOptions options =
        new TableReaderOptions(
            1, 0, ReadMode.BUFFERED, BlockCache.none(), FilterCatalog.installed());
    return TableReader.open(storage, NAME, options, IoCounter.NONE);
  }

  @Test
  void open_separatorsLongerThanTheHeap_takesMemoryAsTheFileDoes() throws IOException {
    for (Compression compression : Compression.values()) {
      long size = write(compression);
      assertTrue(size < 1 << 20, "the file has " + size + " bytes");
      try (TableReader reader = open()) {
        assertTrue(reader.memoryInBytes() < 16 * size, "memory: " + reader.memoryInBytes());
        assertThrows(CorruptionException.class, reader::verify);
      }
      storage.delete(NAME);
    }
  }

  /** Data blocks are compressed to far less than their keys, and so are the separators. */
  @Test
  void open_manyLongKeysThatShareNearlyAll_takesMemoryAsTheFileDoes() throws IOException {
    TableOptions options = TableOptions.defaults().withCompression(Compression.LZ4);
    int count = 5000;
    byte[] key = new byte[TableFormat.MAX_KEY_LENGTH];
    long size;
    try (TableWriter writer = TableWriter.create(storage, NAME, options)) {
      for (int i = 0; i < count; i++) {
        Bytes.putInt(key, key.length - 4, Integer.reverseBytes(i));
        writer.add(key, 0, key.length, 1 + i, EntryKind.PUT, key, 0, 0);
      }
      size = writer.finish().fileSize();
    }
    try (TableReader reader = open()) {
      assertTrue(reader.memoryInBytes() < size, "memory: " + reader.memoryInBytes());
      FoundEntry found = new FoundEntry();
      for (int i = 0; i < count; i += 97) {
        Bytes.putInt(key, key.length - 4, Integer.reverseBytes(i));
        assertEquals(
            LookupOutcome.FOUND, reader.findUnfiltered(key, EntryCursor.MAX_SEQUENCE, 0, found));
        assertEquals(i, found.ordinal());
      }
      reader.verify();
    }
  }

  @Test
  void open_longKeysThatShareNearlyAll_isRead() throws IOException {
    for (Compression compression : Compression.values()) {
      TableOptions options = TableOptions.defaults().withCompression(compression);
      byte[] key = new byte[TableFormat.MAX_KEY_LENGTH];
      try (TableWriter writer = TableWriter.create(storage, NAME, options)) {
        for (int i = 0; i < 50; i++) {
          Bytes.putInt(key, key.length - 4, Integer.reverseBytes(i));
          writer.add(key, 0, key.length, 1 + i, EntryKind.PUT, key, 0, 0);
        }
        assertEquals(50, writer.finish().entries());
      }
      open().close();
      assertEquals(List.of(NAME), storage.list());
      storage.delete(NAME);
    }
  }
}
