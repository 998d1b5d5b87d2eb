package io.koel.bench.engine;

import io.koel.Options;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterSpecException;
import io.koel.sst.Compression;
import io.koel.sst.TableProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The options that a database was written with, as far as its tables tell. A database does not
 * store its options, so who opens it with the defaults has the next compaction write its tables
 * with another filter or without compression.
 */
public final class StoredOptions {

  private static final Comparator<AddTable> BY_AGE =
      Comparator.comparingLong(table -> table.meta().number());

  private StoredOptions() {}

  /**
   * The default options, but with the filter policy and block size of the newest table, and with
   * each level's compression.
   *
   * @throws IOException also if the tables have a filter that is not known here
   */
  public static Options of(Path dir) throws IOException {
    // A table that was moved keeps what the level gave it that it was written for.
    Map<Integer, AddTable> newestOfLevel = new TreeMap<>();
    for (AddTable table : KoelFiles.liveTables(dir)) {
      newestOfLevel.merge(table.level(), table, (a, b) -> BY_AGE.compare(a, b) > 0 ? a : b);
    }
    List<AddTable> byAge = new ArrayList<>(newestOfLevel.values());
    byAge.sort(BY_AGE);
    Options options = Options.defaults();
    TreeMap<Integer, Compression> compression = new TreeMap<>();
    for (AddTable table : byAge) {
      TableProperties properties = KoelFiles.properties(dir, table.meta().number());
      compression.put(properties.level(), properties.compression());
      options = withTablesOf(options, properties, dir);
    }
    return compression.isEmpty() ? options : options.withCompression(everyLevel(compression));
  }

  private static Options withTablesOf(Options options, TableProperties table, Path dir)
      throws IOException {
    try {
      return options
          .withFilterPolicy(FilterCatalog.policy(table.filterSpec()))
          .withBlockBytes(table.blockSize());
    } catch (FilterSpecException e) {
      throw new IOException(dir + ": its filters cannot be made here: " + e.getMessage(), e);
    }
  }

  /** Levels without tables are compressed like the next deeper one, or else like the last one. */
  private static List<Compression> everyLevel(TreeMap<Integer, Compression> known) {
    Compression[] levels = new Compression[known.lastKey() + 1];
    Arrays.setAll(levels, level -> known.ceilingEntry(level).getValue());
    return List.of(levels);
  }
}
