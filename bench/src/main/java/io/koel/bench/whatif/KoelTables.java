package io.koel.bench.whatif;

import io.koel.bench.engine.KoelFiles;
import io.koel.engine.files.FileNames;
import io.koel.engine.generation.GenerationFile;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.sst.DeadEntries;
import io.koel.sst.FileStorage;
import io.koel.sst.ReadPurpose;
import io.koel.sst.Storage;
import io.koel.sst.TableCursor;
import io.koel.sst.TableReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads the keys of a Koel database from its tables, without opening the database. */
final class KoelTables {

  private KoelTables() {}

  static void collect(Path dir, KeyCollector keys) throws IOException {
    Storage storage = FileStorage.at(dir);
    for (AddTable table : KoelFiles.liveTables(dir)) {
      try (TableReader reader =
              KoelFiles.openTable(storage, table.meta().number(), KeyCollector.HASH_SEED);
          TableCursor cursor =
              reader.cursor(
                  table.level(),
                  ReadPurpose.COMPACTION,
                  dead(storage, table, reader.properties().entries()))) {
        for (boolean valid = cursor.first(); valid; valid = cursor.next()) {
          keys.add(
              Arrays.copyOfRange(
                  cursor.keyArray(), cursor.keyOffset(), cursor.keyOffset() + cursor.keyLength()));
        }
      }
      keys.endTable(table.level(), table.meta().filterBytes());
    }
  }

  /** The entries that no reader sees. */
  private static DeadEntries dead(Storage storage, AddTable table, long entries)
      throws IOException {
    if (table.generation() == 0) {
      return DeadEntries.NONE;
    }
    long number = table.meta().number();
    String name = FileNames.generation(number, table.generation());
    return GenerationFile.read(storage, name, number, table.generation(), entries).deadSet();
  }
}
