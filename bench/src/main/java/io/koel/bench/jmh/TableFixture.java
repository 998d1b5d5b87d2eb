package io.koel.bench.jmh;

import io.koel.filter.FilterCatalog;
import io.koel.sst.BlockCache;
import io.koel.sst.Compression;
import io.koel.sst.EntryKind;
import io.koel.sst.FileStorage;
import io.koel.sst.IoCounter;
import io.koel.sst.ReadMode;
import io.koel.sst.TableOptions;
import io.koel.sst.TableProperties;
import io.koel.sst.TableReader;
import io.koel.sst.TableReaderOptions;
import io.koel.sst.TableWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A table of 16-byte random keys and 100-byte values in a temporary directory, for the benchmarks
 * of tables. Present keys and absent ones come from the same distribution.
 */
final class TableFixture implements AutoCloseable {

  static final long HASH_SEED = 42;
  static final int KEY_LENGTH = 16;
  static final int VALUE_LENGTH = 100;
  private static final String NAME = "bench.table";

  final byte[][] keys;
  final byte[][] absentKeys;
  private final byte[] values;
  private final Path directory;
  final FileStorage storage;

  TableFixture(int entries) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    keys = randomKeys(random, entries);
    absentKeys = randomKeys(random, entries);
    values = new byte[1 << 20];
    random.nextBytes(values);
    directory = Files.createTempDirectory("koel-table-benchmark");
    storage = FileStorage.at(directory);
  }

  private static byte[][] randomKeys(SplittableRandom random, int count) {
    byte[][] keys = new byte[count][KEY_LENGTH];
    for (byte[] key : keys) {
      random.nextBytes(key);
    }
    return keys;
  }

  /** Writes all keys in order. */
  TableProperties write(String filterSpec, Compression compression) throws IOException {
    byte[][] sorted = keys.clone();
    Arrays.sort(sorted, Arrays::compareUnsigned);
    return writeSorted(sorted, filterSpec, compression);
  }

  TableProperties writeSorted(byte[][] sorted, String filterSpec, Compression compression)
      throws IOException {
    TableOptions options =
        TableOptions.defaults()
            .withFilterPolicy(FilterCatalog.policy(filterSpec))
            .withCompression(compression)
            .withHashSeed(HASH_SEED)
            .withExpectedKeys(sorted.length);
    try (TableWriter writer = TableWriter.create(storage, NAME, options)) {
      int at = 0;
      for (int i = 0; i < sorted.length; i++) {
        // Sequences as if the keys had been put in random order.
        long sequence = i * 7919L % sorted.length;
        at = at + 97 & (1 << 19) - 1;
        writer.add(sorted[i], 0, KEY_LENGTH, sequence, EntryKind.PUT, values, at, VALUE_LENGTH);
      }
      return writer.finish();
    }
  }

  void delete() throws IOException {
    storage.delete(NAME);
  }

  TableReader open(BlockCache cache) throws IOException {
    return TableReader.open(
        storage,
        NAME,
        new TableReaderOptions(1, HASH_SEED, ReadMode.BUFFERED, cache, FilterCatalog.installed()),
        IoCounter.NONE);
  }

  @Override
  public void close() throws IOException {
    try (var files = Files.list(directory)) {
      files.forEach(
          file -> {
            try {
              Files.delete(file);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    Files.delete(directory);
  }
}
