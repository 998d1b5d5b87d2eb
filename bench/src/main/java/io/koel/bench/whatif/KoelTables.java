package io.koel.bench.whatif;

import io.koel.bench.engine.KoelFiles;
import io.koel.engine.version.VersionEdit.AddTable;
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
          TableCursor cursor = reader.cursor(table.level(), ReadPurpose.COMPACTION)) {
        for (boolean valid = cursor.first(); valid; valid = cursor.next()) {
          keys.add(
              Arrays.copyOfRange(
                  cursor.keyArray(), cursor.keyOffset(), cursor.keyOffset() + cursor.keyLength()));
        }
      }
      keys.endTable(table.level(), table.meta().filterBytes());
    }
  }
}
