package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Options;
import io.koel.filter.CorruptionException;
import io.koel.filter.FilterCatalog;
import io.koel.sst.BlockCache;
import io.koel.sst.FileStorage;
import io.koel.sst.IoCounter;
import io.koel.sst.ReadMode;
import io.koel.sst.ReadPurpose;
import io.koel.sst.Storage;
import io.koel.sst.TableCursor;
import io.koel.sst.TableOptions;
import io.koel.sst.TableReader;
import io.koel.sst.TableReaderOptions;
import io.koel.sst.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table that is sound but for the level that it claims to be written for. */
class TableOfNoLevelTest {

  private static final byte[] KEY = {1};
  private static final byte[] VALUE = {1, 1};
  private static final Options OPTIONS = Options.defaults().withFilterPolicy("none");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {7, 8, 176, 255})
  void get_fromATableOfALevelThatThereIsNot_isCorruption(int level) throws IOException {
    writeDatabase();
    rewriteTable(level);
    try (Koel db = Koel.open(directory, OPTIONS)) {
      CorruptionException e = assertThrows(CorruptionException.class, () -> db.get(KEY));
      assertTrue(e.getMessage().contains("level " + level), e::toString);
      assertEquals(0, db.stats().levels().get(0).dataBlocksFromDisk());
    }
  }

  /** So that the test above fails for its level alone. */
  @Test
  void get_fromATableRewrittenForItsOwnLevel_isRight() throws IOException {
    writeDatabase();
    rewriteTable(0);
    try (Koel db = Koel.open(directory, OPTIONS)) {
      assertArrayEquals(VALUE, db.get(KEY));
    }
  }

  private void writeDatabase() throws IOException {
    try (Koel db = Koel.open(directory, OPTIONS)) {
      db.put(KEY, VALUE);
    }
  }

  private void rewriteTable(int level) throws IOException {
    Path table = table();
    String name = table.getFileName().toString();
    Path scratch = Files.createDirectory(directory.resolve("scratch"));
    Storage from = FileStorage.at(directory);
    // From 128 on the level takes two bytes, and the manifest knows the table's size.
    int longer = level < 128 ? 0 : 1;
    try (TableReader reader = TableReader.open(from, name, readerOptions(), IoCounter.NONE);
        TableCursor cursor = reader.cursor(0, ReadPurpose.SCAN)) {
      TableOptions options =
          TableOptions.defaults()
              .withFilterPolicy(FilterCatalog.policy("none"))
              .withLevel(level)
              .withHashSeed(reader.properties().hashSeed());
      try (TableWriter writer = TableWriter.create(FileStorage.at(scratch), name, options)) {
        for (boolean more = cursor.first(); more; more = cursor.next()) {
          writer.add(
              cursor.keyArray(),
              cursor.keyOffset(),
              cursor.keyLength(),
              cursor.sequence(),
              cursor.kind(),
              cursor.valueArray(),
              cursor.valueOffset(),
              cursor.valueLength() - longer);
        }
        writer.finish();
      }
    }
    byte[] rewritten = Files.readAllBytes(scratch.resolve(name));
    assertEquals(Files.size(table), rewritten.length);
    Files.write(table, rewritten);
    Files.delete(scratch.resolve(name));
    Files.delete(scratch);
  }

  private static TableReaderOptions readerOptions() {
    return new TableReaderOptions(
        1, 0, ReadMode.BUFFERED, BlockCache.none(), FilterCatalog.installed());
  }

  private Path table() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      List<Path> tables = all.filter(p -> p.toString().endsWith(".sst")).toList();
      assertEquals(1, tables.size());
      return tables.get(0);
    }
  }
}
