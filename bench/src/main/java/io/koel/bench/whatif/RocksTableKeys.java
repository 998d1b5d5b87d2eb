package io.koel.bench.whatif;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileReaderIterator;

/**
 * Reads the keys of somebody's RocksDB from its tables, through RocksDB's own table reader. The
 * database is opened for reading only, to learn which tables count and on which levels they are.
 *
 * <p>The table reader does not show deleted keys, so that tombstones are missing from the counts.
 */
final class RocksTableKeys {

  private RocksTableKeys() {}

  static void collect(Path dir, KeyCollector keys) throws IOException {
    RocksDB.loadLibrary();
    if (!Files.exists(dir.resolve("CURRENT"))) {
      throw new IOException(dir + ": not a RocksDB database");
    }
    try (Options options = new Options()) {
      List<LiveFileMetaData> files = new ArrayList<>();
      try (RocksDB db = RocksDB.openReadOnly(options, dir.toString())) {
        files.addAll(db.getLiveFilesMetaData());
      }
      files.sort(
          Comparator.comparingInt(LiveFileMetaData::level)
              .thenComparing(Comparator.comparingLong(LiveFileMetaData::largestSeqno).reversed()));
      for (LiveFileMetaData file : files) {
        collect(options, file, keys);
      }
    } catch (RocksDBException e) {
      throw new IOException(dir + ": " + e.getMessage(), e);
    }
  }

  private static void collect(Options options, LiveFileMetaData file, KeyCollector keys)
      throws RocksDBException {
    try (SstFileReader reader = new SstFileReader(options);
        ReadOptions reads = new ReadOptions().setFillCache(false)) {
      reader.open(file.path() + file.fileName());
      try (SstFileReaderIterator iterator = reader.newIterator(reads)) {
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
          keys.add(iterator.key());
        }
        iterator.status();
      }
      keys.endTable(file.level(), reader.getTableProperties().getFilterSize());
    }
  }
}
