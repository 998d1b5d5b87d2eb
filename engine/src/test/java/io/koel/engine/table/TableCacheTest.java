package io.koel.engine.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.files.FileNames;
import io.koel.filter.FilterCatalog;
import io.koel.sst.BlockCache;
import io.koel.sst.EntryKind;
import io.koel.sst.FileStorage;
import io.koel.sst.IoCounter;
import io.koel.sst.ReadMode;
import io.koel.sst.TableOptions;
import io.koel.sst.TableReader;
import io.koel.sst.TableReaderOptions;
import io.koel.sst.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCacheTest {

  private static final int TABLES = 6;
  private static final int LIMIT = 3;

  @TempDir Path directory;

  private final TableHandle[] handles = new TableHandle[TABLES];
  private TableCache cache;
  private int waits;

  @BeforeEach
  void makeTables() throws IOException {
    FileStorage storage = FileStorage.at(directory);
    for (int i = 0; i < TABLES; i++) {
      handles[i] = new TableHandle(i);
      try (TableWriter writer =
          TableWriter.create(storage, FileNames.table(i), TableOptions.defaults())) {
        writer.add(new byte[1], 0, 1, 1, EntryKind.PUT, new byte[1], 0, 1);
        writer.finish();
      }
    }
    TableCache.Opener opener =
        number ->
            TableReader.open(
                storage,
                FileNames.table(number),
                new TableReaderOptions(
                    number, 0, ReadMode.BUFFERED, BlockCache.none(), FilterCatalog.installed()),
                IoCounter.NONE);
    cache = new TableCache(opener, () -> waits++, LIMIT);
  }

  @Test
  void reader_ofOpenTable_isTheSame() throws IOException {
    assertSame(cache.reader(handles[0]), cache.reader(handles[0]));
    assertEquals(1, cache.openTables());
  }

  @Test
  void reader_beyondTheLimit_retiresOthersAndWaitsForReaders() throws IOException {
    TableReader first = cache.reader(handles[0]);
    for (TableHandle handle : handles) {
      cache.reader(handle);
    }
    assertEquals(LIMIT, cache.openTables());
    assertTrue(cache.hasRetired());
    assertEquals(0, waits);
    cache.closeRetired();
    assertEquals(1, waits);
    assertFalse(cache.hasRetired());
    assertNotSame(first, cache.reader(handles[0]));
  }

  @Test
  void pin_whenAllOthersArePinned_keepsTheNewOneToo() throws IOException {
    for (TableHandle handle : handles) {
      cache.pin(handle);
    }
    assertEquals(TABLES, cache.openTables());
    for (TableHandle handle : handles) {
      assertSame(cache.reader(handle), cache.pin(handle));
      cache.unpin(handle);
      cache.unpin(handle);
    }
    cache.reader(handles[0]);
    cache.closeRetired();
  }

  @Test
  void close_whilePinned_closesThatTableWithItsPin() throws IOException {
    cache.reader(handles[0]);
    TableReader pinned = cache.pin(handles[1]);
    cache.close();
    assertEquals(1, cache.openTables());
    pinned.verify();
    cache.unpin(handles[1]);
    assertEquals(0, cache.openTables());
  }

  @Test
  void discard_ofOpenTable_closesIt() throws IOException {
    cache.reader(handles[2]);
    cache.discard(handles[2]);
    cache.discard(handles[3]);
    assertEquals(0, cache.openTables());
  }
}
