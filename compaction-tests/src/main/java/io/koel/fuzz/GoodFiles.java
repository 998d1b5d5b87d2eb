package io.koel.fuzz;

import io.koel.Durability;
import io.koel.FilterDeletes;
import io.koel.Koel;
import io.koel.Options;
import io.koel.crash.Audit;
import io.koel.engine.files.CurrentFile;
import io.koel.engine.files.FileNames;
import io.koel.engine.log.LogReader;
import io.koel.engine.version.Manifest;
import io.koel.engine.version.VersionEdit;
import io.koel.faults.StrictStorage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A small database, and a good file of each kind, taken from it. */
final class GoodFiles {

  static final int KEYS = 60;

  static final Options OPTIONS =
      Options.defaults()
          .withFilterPolicy("semisorted-cuckoo(bits=6)")
          .withFilterDeletes(FilterDeletes.FULL)
          .withMemtableBytes(64 << 10)
          // One data block, so that its checksum has a known place.
          .withBlockBytes(64 << 10)
          .withLevelBaseBytes(1 << 10)
          .withTableBytes(1 << 20)
          .withLevelRatio(2)
          .withVerificationPercent(1000)
          .withLevel0Triggers(2, 20, 36);

  private final StrictStorage storage = new StrictStorage();
  private final NavigableMap<byte[], byte[]> content = new TreeMap<>(Arrays::compareUnsigned);

  GoodFiles() {
    try (Koel db = Koel.open(storage, OPTIONS)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), ("value of " + i).getBytes());
      }
      db.compact();
      db.put(key(0), new byte[20]);
      db.delete(key(3), Durability.SYNC);
      content.putAll(Audit.read(db.scan()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] key(int number) {
    return String.format(Locale.ROOT, "key%04d", number).getBytes();
  }

  /** The database, to be changed. */
  StrictStorage database() {
    return storage.copy();
  }

  /** What the database has. */
  NavigableMap<byte[], byte[]> content() {
    return content;
  }

  /** What the manifest says, as one record. */
  byte[] manifestRecord() {
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    try {
      long number = CurrentFile.read(storage);
      try (LogReader log = LogReader.open(storage, FileNames.manifest(number), number)) {
        while (log.next()) {
          record.write(log.record(), log.recordOffset(), log.recordLength());
        }
      }
      return record.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same, read. */
  List<VersionEdit> manifest() {
    try {
      return Manifest.read(storage).stream().flatMap(List::stream).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first file whose name ends so. */
  byte[] file(String suffix) {
    try {
      for (String name : storage.list()) {
        if (name.endsWith(suffix)) {
          return storage.content(name);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException("there is no " + suffix);
  }
}
