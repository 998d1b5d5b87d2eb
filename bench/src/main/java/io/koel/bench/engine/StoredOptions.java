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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
    List<AddTable> newestFirst = new ArrayList<>(KoelFiles.liveTables(dir));
    newestFirst.sort(BY_AGE.reversed());
    Options options = Options.defaults();
    TreeMap<Integer, Compression> compression = new TreeMap<>();
    Set<Integer> left = new HashSet<>();
    newestFirst.forEach(table -> left.add(table.level()));
    for (int i = 0; i < newestFirst.size() && !left.isEmpty(); i++) {
      AddTable table = newestFirst.get(i);
      if (i == 0 || left.contains(table.level())) {
        TableProperties properties = KoelFiles.properties(dir, table.meta().number());
        // A table that was moved has the compression of the level that it was written for.
        compression.putIfAbsent(properties.level(), properties.compression());
        left.remove(properties.level());
        options = i == 0 ? withTablesOf(options, properties, dir) : options;
      }
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
