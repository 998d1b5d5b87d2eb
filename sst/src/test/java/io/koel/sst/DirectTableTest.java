package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.FilterCatalog;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables read past the page cache, where the file system lets us. */
class DirectTableTest {

  @TempDir Path temp;

  @Test
  void directReads_giveTheSameTable() throws IOException {
    Storage storage = FileStorage.at(temp);
    List<Entry> entries = Tables.random(new Random(1), 5000);
    Tables.write(storage, "t", TableOptions.defaults(), entries);
    TableReaderOptions direct =
        new TableReaderOptions(
            1, Tables.SEED, ReadMode.DIRECT, BlockCache.none(), FilterCatalog.installed());
    try (TableReader reader = TableReader.open(storage, "t", direct, IoCounter.NONE)) {
      reader.verify();
      assertEquals(entries, Tables.all(reader.cursor(0, ReadPurpose.SCAN)));
      assertEquals(entries, Tables.all(reader.cursor(0, ReadPurpose.COMPACTION)));
      FoundEntry out = new FoundEntry();
      for (Entry entry : entries.subList(0, 500)) {
        assertEquals(LookupOutcome.FOUND, Tables.find(reader, entry.key(), entry.sequence(), out));
      }
    } catch (FileSystemException e) {
      assertTrue(e.getReason().contains("refuses direct I/O"), e.toString());
    }
  }
}
