package io.koel.bench.engine;

import io.koel.engine.files.FileNames;
import io.koel.engine.version.Manifest;
import io.koel.engine.version.VersionEdit;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.engine.version.VersionEdit.DropTable;
import io.koel.engine.version.VersionEdit.SetGeneration;
import io.koel.filter.FilterCatalog;
import io.koel.sst.BlockCache;
import io.koel.sst.FileStorage;
import io.koel.sst.IoCounter;
import io.koel.sst.ReadMode;
import io.koel.sst.Storage;
import io.koel.sst.TableProperties;
import io.koel.sst.TableReader;
import io.koel.sst.TableReaderOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a Koel database's files say, read without opening the database. */
public final class KoelFiles {

  private KoelFiles() {}

  /**
   * Checks that a directory holds a database.
   *
   * @throws IOException if not; the message says what is there instead
   */
  public static void requireDatabase(Path dir) throws IOException {
    if (!Files.exists(dir)) {
      throw new NoSuchFileException(dir.toString());
    }
    if (!Files.isDirectory(dir)) {
      throw new IOException(
          dir + ": not a directory; a database is one, and koel inspect tells of one file");
    }
    if (!Files.exists(dir.resolve(FileNames.CURRENT))) {
      throw new IOException(dir + ": not a Koel database (it has no file CURRENT)");
    }
  }

  /**
   * Whether a database can be made in a directory, because it is empty or missing; not so if there
   * is one.
   *
   * @throws IOException if it holds something else; the message says what
   */
  public static boolean hasRoom(Path dir) throws IOException {
    if (!Files.exists(dir)) {
      return true;
    }
    if (!Files.isDirectory(dir)) {
      throw new IOException(dir + ": not a directory");
    }
    try (Stream<Path> files = Files.list(dir)) {
      Optional<Path> any = files.sorted().findFirst();
      if (any.isPresent() && !Files.exists(dir.resolve(FileNames.CURRENT))) {
        throw new IOException(
            dir + ": not a Koel database (it holds " + any.get().getFileName() + ")");
      }
      return any.isEmpty();
    }
  }

  /** The tables that count, in the order in which a lookup asks them. */
  public static List<AddTable> liveTables(Path dir) throws IOException {
    requireDatabase(dir);
    Map<Long, AddTable> live = new HashMap<>();
    for (List<VersionEdit> record : Manifest.read(FileStorage.at(dir))) {
      // A move is a drop and an add of one table in one record, in either order.
      for (VersionEdit edit : record) {
        if (edit instanceof DropTable drop) {
          live.remove(drop.number());
        }
      }
      for (VersionEdit edit : record) {
        if (edit instanceof AddTable add) {
          live.put(add.meta().number(), add);
        } else if (edit instanceof SetGeneration set) {
          live.computeIfPresent(
              set.number(),
              (number, add) ->
                  new AddTable(add.level(), add.meta(), set.generation(), set.deadEntries()));
        }
      }
    }
    List<AddTable> tables = new ArrayList<>(live.values());
    tables.sort(
        Comparator.comparingInt(AddTable::level)
            .thenComparing(table -> -table.meta().largestSequence()));
    return tables;
  }

  /** What a table says of itself. */
  public static TableProperties properties(Path dir, long table) throws IOException {
    try (TableReader reader = openTable(FileStorage.at(dir), table, 0)) {
      return reader.properties();
    }
  }

  /**
   * Opens a table without a cache.
   *
   * @param hashSeed the seed of the key hashes that lookups hand in
   */
  public static TableReader openTable(Storage storage, long table, long hashSeed)
      throws IOException {
    TableReaderOptions options =
        new TableReaderOptions(
            table, hashSeed, ReadMode.BUFFERED, BlockCache.none(), FilterCatalog.installed());
    return TableReader.open(storage, FileNames.table(table), options, IoCounter.NONE);
  }
}
