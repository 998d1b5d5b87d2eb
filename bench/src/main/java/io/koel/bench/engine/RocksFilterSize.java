package io.koel.bench.engine;

import io.koel.bench.workload.KeySpace;
import io.koel.bench.workload.ScratchFolder;
import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileWriter;

/** Finds out how much memory a filter of RocksDB takes, by writing a table with it. */
public final class RocksFilterSize {

  private RocksFilterSize() {}

  public static double bitsPerKey(String filter, int keys) throws IOException {
    RocksDB.loadLibrary();
    StoreSettings settings = StoreSettings.small().withFilter(filter);
    try (ScratchFolder scratch = ScratchFolder.temporary("koel-filter-size");
        DBOptions dbOptions = RocksOptions.database(settings);
        ColumnFamilyOptions cfOptions = RocksOptions.columnFamily(settings);
        Options options = new Options(dbOptions, cfOptions)) {
      Path table = scratch.path().resolve("sample.sst");
      write(options, table, new KeySpace(keys, 0, 1));
      try (SstFileReader reader = new SstFileReader(options)) {
        reader.open(table.toString());
        return reader.getTableProperties().getFilterSize() * 8.0 / keys;
      }
    } catch (RocksDBException e) {
      throw RocksStore.failure(e);
    }
  }

  private static void write(Options options, Path table, KeySpace keys) throws RocksDBException {
    try (EnvOptions env = new EnvOptions();
        SstFileWriter writer = new SstFileWriter(env, options)) {
      writer.open(table.toString());
      for (long i = 0; i < keys.entries(); i++) {
        writer.put(keys.key(i), new byte[0]);
      }
      writer.finish();
    }
  }
}
