package io.koel.engine.version;

import io.koel.engine.closing.Closing;
import io.koel.engine.files.CurrentFile;
import io.koel.engine.files.FileNames;
import io.koel.engine.log.LogReader;
import io.koel.engine.log.LogWriter;
import io.koel.filter.CorruptionException;
import io.koel.sst.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The log of version edits. Its first record is a snapshot of a whole version; each further record
 * holds edits that happen together. {@link VersionEditCodec} has the bytes of a record, {@link
 * io.koel.engine.log.LogWriter} those around it.
 *
 * <p>A manifest never goes on where an earlier process stopped: each open, and each one that has
 * grown too long, begins a new one, which counts from the instant when CURRENT names it.
 *
 * <p>Not thread-safe.
 */
public final class Manifest implements Closeable {

  private final long number;
  private final LogWriter log;

  private Manifest(long number, LogWriter log) {
    this.number = number;
    this.log = log;
  }

  /** Writes a new manifest, and lets CURRENT name it when it is durable. */
  public static Manifest create(Storage storage, long number, List<VersionEdit> snapshot)
      throws IOException {
    LogWriter log = new LogWriter(storage.create(FileNames.manifest(number)), number);
    try {
      Manifest manifest = new Manifest(number, log);
      manifest.append(snapshot);
      storage.syncDirectory();
      CurrentFile.swap(storage, number);
      return manifest;
    } catch (IOException | RuntimeException | Error e) {
      Closing.after(e, log::close);
      throw e;
    }
  }

  /** Makes edits durable, all of them or none. After a failure nobody knows which. */
  public void append(List<VersionEdit> edits) throws IOException {
    byte[] record = VersionEditCodec.encode(edits);
    log.append(record, 0, record.length);
    log.sync();
  }

  /** Reads the manifest that CURRENT names: its records in order, the first one the snapshot. */
  public static List<List<VersionEdit>> read(Storage storage) throws IOException {
    long number = CurrentFile.read(storage);
    String name = FileNames.manifest(number);
    List<List<VersionEdit>> records = new ArrayList<>();
    try (LogReader log = LogReader.open(storage, name, number)) {
      while (log.next()) {
        int offset = log.recordOffset();
        byte[] record = Arrays.copyOfRange(log.record(), offset, offset + log.recordLength());
        records.add(VersionEditCodec.decode(record));
      }
    } catch (CorruptionException e) {
      throw new CorruptionException(storage.describe(name) + ": " + e.getMessage(), e);
    }
    if (records.isEmpty()) {
      throw new CorruptionException(storage.describe(name) + " has no record");
    }
    return records;
  }

  public long number() {
    return number;
  }

  public long sizeInBytes() {
    return log.size();
  }

  /** Marks the manifest as complete, so that later damage is never taken for a torn end. */
  public void finish() throws IOException {
    log.finish();
  }

  @Override
  public void close() throws IOException {
    log.close();
  }
}
