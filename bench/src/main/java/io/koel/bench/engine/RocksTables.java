package io.koel.bench.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.TableProperties;

/** What RocksDB's tables say of themselves. */
final class RocksTables {

  private RocksTables() {}

  static List<LevelShape> shape(RocksDB db) throws IOException {
    Map<String, TableProperties> byName = properties(db);
    Map<Integer, LevelShape> levels = new TreeMap<>();
    for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
      TableProperties table = byName.get(name(file.fileName()));
      if (table == null) {
        throw new IOException("RocksDB gives no properties for its table " + file.fileName());
      }
      levels.merge(
          file.level(),
          new LevelShape(
              file.level(),
              1,
              table.getNumEntries(),
              table.getNumDeletions(),
              file.size(),
              table.getFilterSize()),
          RocksTables::sum);
    }
    return new ArrayList<>(levels.values());
  }

  private static LevelShape sum(LevelShape a, LevelShape b) {
    return new LevelShape(
        a.level(),
        a.tables() + b.tables(),
        a.entries() + b.entries(),
        a.tombstones() + b.tombstones(),
        a.bytes() + b.bytes(),
        a.filterBytes() + b.filterBytes());
  }

  /**
   * Fails unless every table has the filter that was asked for, because RocksDB itself replaces a
   * filter that it does not know, or not want, without an error.
   */
  static void requireFilter(RocksDB db, RocksFilter filter) throws IOException {
    for (Map.Entry<String, TableProperties> entry : properties(db).entrySet()) {
      TableProperties table = entry.getValue();
      String actual = table.getFilterSize() == 0 ? null : table.getFilterPolicyName();
      boolean right =
          filter.propertyName() == null
              ? actual == null
              : actual != null && actual.startsWith(filter.propertyName());
      if (!right) {
        throw new IOException(
            String.format(
                "RocksDB's table %s has filter %s (%d bytes) where %s was asked for",
                entry.getKey(), actual, table.getFilterSize(), filter));
      }
    }
  }

  private static Map<String, TableProperties> properties(RocksDB db) throws IOException {
    try {
      return db.getPropertiesOfAllTables().entrySet().stream()
          .collect(Collectors.toMap(e -> name(e.getKey()), Map.Entry::getValue));
    } catch (RocksDBException e) {
      throw new IOException("RocksDB: " + e.getMessage(), e);
    }
  }

  private static String name(String path) {
    return Path.of(path).getFileName().toString();
  }
}
