package io.koel.bench.engine;

import io.koel.engine.files.FileNames;
import io.koel.engine.version.Manifest;
import io.koel.engine.version.VersionEdit;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.engine.version.VersionEdit.DropTable;
import io.koel.engine.version.VersionEdit.SetGeneration;
import io.koel.sst.FileStorage;
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
      throw new IOException(dir + ": not a directory");
    }
    if (!Files.exists(dir.resolve(FileNames.CURRENT))) {
      throw new IOException(dir + ": not a Koel database (it has no file CURRENT)");
    }
  }

  /**
   * Checks that a directory holds a database, or that one can be made there.
   *
   * @throws IOException if it holds something else; the message says what
   */
  public static void requireDatabaseOrRoom(Path dir) throws IOException {
    if (!Files.isDirectory(dir)) {
      return;
    }
    try (Stream<Path> files = Files.list(dir)) {
      Optional<Path> any = files.sorted().findFirst();
      if (any.isPresent() && !Files.exists(dir.resolve(FileNames.CURRENT))) {
        throw new IOException(
            dir + ": not a Koel database (it holds " + any.get().getFileName() + ")");
      }
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
}
