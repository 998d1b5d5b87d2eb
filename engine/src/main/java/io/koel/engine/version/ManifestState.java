package io.koel.engine.version;

import io.koel.engine.files.CurrentFile;
import io.koel.engine.files.FileNames;
import io.koel.engine.table.TableHandle;
import io.koel.engine.version.VersionEdit.Identity;
import io.koel.engine.version.VersionEdit.LastSequence;
import io.koel.engine.version.VersionEdit.LogNumber;
import io.koel.engine.version.VersionEdit.NextNumber;
import io.koel.filter.CorruptionException;
import io.koel.sst.Storage;
import java.io.IOException;
import java.util.List;

/** What all records of a manifest come to. */
record ManifestState(
    Level[] levels, long hashSeed, long nextNumber, long logNumber, long lastSequence) {

  static ManifestState empty(long hashSeed) throws CorruptionException {
    Level[] levels = new VersionBuilder(null, TableHandle::new).build();
    return new ManifestState(levels, hashSeed, 1, VersionSet.NO_LOG, 0);
  }

  static ManifestState read(Storage storage) throws IOException {
    List<List<VersionEdit>> records = Manifest.read(storage);
    String name = storage.describe(FileNames.manifest(CurrentFile.read(storage)));
    List<VersionEdit> first = records.get(0);
    if (first.isEmpty() || !(first.get(0) instanceof Identity identity)) {
      throw new CorruptionException(name + " does not begin with the database's identity");
    }
    VersionBuilder tables = new VersionBuilder(null, TableHandle::new);
    long nextNumber = 1;
    long logNumber = VersionSet.NO_LOG;
    long lastSequence = 0;
    try {
      for (List<VersionEdit> record : records) {
        tables.apply(record);
        for (VersionEdit edit : record) {
          if (edit instanceof NextNumber next) {
            nextNumber = Math.max(nextNumber, next.number());
          } else if (edit instanceof LogNumber log) {
            logNumber = Math.max(logNumber, log.number());
          } else if (edit instanceof LastSequence last) {
            lastSequence = Math.max(lastSequence, last.sequence());
          }
        }
      }
      return new ManifestState(
          tables.build(), identity.hashSeed(), nextNumber, logNumber, lastSequence);
    } catch (CorruptionException e) {
      throw new CorruptionException(name + ": " + e.getMessage(), e);
    }
  }
}
