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
import io.koel.engine.version.VersionSet;
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
        number ->
            TableReader.open(
                storage,
                FileNames.table(number),
                new TableReaderOptions(
                    number,
                    versions.hashSeed(),
                    options.readMode(),
                    blocks,
                    FilterCatalog.installed()),
                io);
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
        new TableFactory(storage, options, versions),
        new Lifecycle(),
        new Snapshots(),
        new JobCounters());
  }

  /** REQUIRES: nothing runs any more. */
  @Override
  public void close() throws IOException {
    deletions.stop();
    new Closing().then(tableCache::close).then(versions::close).then(lock::close).end();
  }
}
