package io.koel.bench.deletes;

import io.koel.FilterDeletes;
import io.koel.Options;
import io.koel.bench.engine.StoreSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The stores and settings that are compared. */
public enum Column {
  OFF("koel-off", FilterDeletes.OFF),
  ELIDE("koel-elide", FilterDeletes.ELIDE),
  DEAD_SET("koel-dead-set", FilterDeletes.DEAD_SET),
  FULL("koel-full", FilterDeletes.FULL),
  ROCKSDB("rocksdb", null) {
    @Override
    Subject open(Path dir, long entries) throws IOException {
      return RocksSubject.open(dir, DeletesPlan.store(entries, ROCKSDB_FILTER));
    }
  },
  /** Its tombstones rest one level above what they hide, because it does not compact by itself. */
  ROCKSDB_RESTING("rocksdb-resting", null) {
    @Override
    Subject open(Path dir, long entries) throws IOException {
      return RocksSubject.resting(
          dir, DeletesPlan.store(entries, ROCKSDB_FILTER).withAutoCompaction(false));
    }

    @Override
    boolean suits(Scenario scenario) {
      return scenario == Scenario.RANDOM_HALF || scenario == Scenario.RANGE;
    }
  },
  ROCKSDB_COLLECTOR("rocksdb-collector", null) {
    @Override
    Subject open(Path dir, long entries) throws IOException {
      return RocksSubject.withCollector(dir, DeletesPlan.store(entries, ROCKSDB_FILTER));
    }
  };

  private static final String ROCKSDB_FILTER = "bloom(bits=10)";

  private final String label;
  private final FilterDeletes setting;

  Column(String label, FilterDeletes setting) {
    this.label = label;
    this.setting = setting;
  }

  /** The name as users write it and as tables have it. */
  public String label() {
    return label;
  }

  /**
   * The column of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the known names
   */
  public static Column named(String name) {
    return Arrays.stream(values())
        .filter(column -> column.label.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown column '" + name + "'; known are " + labels()));
  }

  private static String labels() {
    return Arrays.stream(values()).map(Column::label).collect(Collectors.joining(", "));
  }

  /** Whether the scenario means anything for this column. */
  boolean suits(Scenario scenario) {
    return true;
  }

  /** Opens an empty store that is as large as so many entries need. */
  Subject open(Path dir, long entries) throws IOException {
    StoreSettings settings =
        DeletesPlan.store(entries, Options.defaults().filterPolicy().spec().toString());
    return KoelSubject.open(dir, settings, setting);
  }
}
