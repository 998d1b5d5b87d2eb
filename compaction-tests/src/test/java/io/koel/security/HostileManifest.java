package io.koel.security;

import io.koel.engine.files.CurrentFile;
import io.koel.engine.files.FileNames;
import io.koel.engine.log.LogWriter;
import io.koel.sst.FileStorage;
import java.io.IOException;
import java.nio.file.Path;

/** Manifests with any content in right envelopes. */
final class HostileManifest {

  private static final long NUMBER = 500;

  private HostileManifest() {}

  /** Lets CURRENT name a manifest that has this one record. */
  static void write(Path directory, byte[] record) throws IOException {
    FileStorage storage = FileStorage.at(directory);
    try (LogWriter log = new LogWriter(storage.create(FileNames.manifest(NUMBER)), NUMBER)) {
      log.append(record, 0, record.length);
      log.finish();
    }
    CurrentFile.swap(storage, NUMBER);
  }
}
