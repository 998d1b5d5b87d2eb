package io.koel.engine;

import io.koel.Options;
import io.koel.engine.closing.Closing;
import io.koel.engine.compact.TableFactory;
import io.koel.engine.files.FileNames;
import io.koel.engine.read.ReaderSlots;
import io.koel.engine.read.Tables;
import io.koel.engine.stats.IoTally;
import io.koel.engine.stats.JobCounters;
import io.koel.engine.stats.LookupCounters;
import io.koel.engine.table.TableCache;
import io.koel.engine.version.Version;
import io.koel.engine.version.VersionSet;
import io.koel.filter.CorruptionException;
import io.koel.filter.FilterCatalog;
import io.koel.sst.BlockCache;
import io.koel.sst.Storage;
import io.koel.sst.StorageLock;
import io.koel.sst.TableReader;
import io.koel.sst.TableReaderOptions;
import java.io.Closeable;
import java.io.IOException;

/** What a store is built of, below its paths. */
record StoreParts(
    Storage storage,
    Options options,
    StorageLock lock,
    FileDeletions deletions,
    VersionSet versions,
    BlockCache blocks,
    IoTally io,
    ReaderSlots lookups,
    TableCache tableCache,
    Tables tables,
    TableFactory factory,
    Lifecycle lifecycle,
    Snapshots snapshots,
    JobCounters counters)
    implements Closeable {

  static StoreParts of(
      Storage storage,
      Options options,
      StorageLock lock,
      FileDeletions deletions,
      VersionSet versions,
      BlockCache blocks) {
    IoTally io = new IoTally();
    ReaderSlots lookups = new ReaderSlots(LookupCounters.COUNT);
    TableCache.Opener opener =
        number -> {
          TableReaderOptions how =
              new TableReaderOptions(
                  number,
                  versions.hashSeed(),
                  options.readMode(),
                  blocks,
                  FilterCatalog.installed());
          String name = FileNames.table(number);
          return requireLevel(TableReader.open(storage, name, how, io), name);
        };
    TableCache cache = new TableCache(opener, lookups::awaitReaders, options.maxOpenFiles());
    deletions.setTables(cache);
    return new StoreParts(
        storage,
        options,
        lock,
        deletions,
        versions,
        blocks,
        io,
        lookups,
        cache,
        new Tables(storage, cache, versions.hashSeed()),
        new TableFactory(storage, options, versions, deletions::isLeft),
        new Lifecycle(),
        new Snapshots(),
        new JobCounters());
  }

  /** Closes and refuses a table that claims a level that there is not. */
  private static TableReader requireLevel(TableReader table, String name) throws IOException {
    int level = table.properties().level();
    if (level < Version.LEVELS) {
      return table;
    }
    IOException refused =
        new CorruptionException(name + ": written for level " + level + ", which there is not");
    Closing.after(refused, table::close);
    throw refused;
  }

  /** REQUIRES: nothing runs any more. */
  @Override
  public void close() throws IOException {
    deletions.stop();
    new Closing().then(tableCache::close).then(versions::close).then(lock::close).end();
  }
}
