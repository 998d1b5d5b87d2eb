package io.koel.fuzz;

import io.koel.Koel;
import io.koel.engine.files.CurrentFile;
import io.koel.engine.files.FileNames;
import io.koel.engine.log.LogWriter;
import io.koel.engine.version.Manifest;
import io.koel.engine.version.TableMeta;
import io.koel.engine.version.VersionEdit;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A manifest that is whole and says what is not so, beside tables that are there.
 *
 * <p>What it says of a table contradicts the table itself, and that must be noticed by whoever
 * needs it: by opening, by a read, or at last by {@link Koel#verify}; or it must not matter.
 */
final class LyingManifest {

  private static final long NUMBER = 900;

  private final GoodFiles good;
  private final byte[] goodRecord;

  LyingManifest(GoodFiles good) {
    this.good = good;
    this.goodRecord = good.manifestRecord();
  }

  /**
   * Opens the database with the manifest that an input makes.
   *
   * <pre>
   * input := kind:u8 rest     its lowest two bits: 0 the good record, patched as {@link Patch} says;
   *                           2 one field of one table is another; else the records themselves
   * </pre>
   */
  void open(byte[] input) throws IOException {
    int kind = input.length == 0 ? 0 : input[0] & 3;
    StrictStorage storage = good.database();
    if (kind == 2) {
      Manifest.create(storage, NUMBER, lie(input)).close();
      requireNoticedOrRight(storage);
    } else if (kind == 0) {
      write(storage, List.of(Patch.apply(goodRecord, input, record -> {})));
    } else {
      write(storage, split(Arrays.copyOfRange(input, 1, input.length)));
    }
    Koel.open(storage, GoodFiles.OPTIONS).close();
  }

  private static void write(StrictStorage storage, List<byte[]> records) throws IOException {
    // Whatever the records are, there are right checksums around them.
    try (LogWriter log = new LogWriter(storage.create(FileNames.manifest(NUMBER)), NUMBER)) {
      for (byte[] record : records) {
        log.append(record, 0, record.length);
      }
      log.finish();
    }
    CurrentFile.swap(storage, NUMBER);
  }

  /** A short first record, which may be an identity, and longer ones. */
  private static List<byte[]> split(byte[] bytes) {
    List<byte[]> records = new ArrayList<>();
    int at = 0;
    do {
      int length = Math.min(bytes.length - at, at == 0 && bytes.length > 7 ? 7 : 64);
      records.add(Arrays.copyOfRange(bytes, at, at + length));
      at += length;
    } while (at < bytes.length);
    return records;
  }

  /** The good edits, with one of them changed: {@code table:u8 field:u8 value:u8*}. */
  private List<VersionEdit> lie(byte[] input) {
    List<VersionEdit> edits = new ArrayList<>(good.manifest());
    List<Integer> tables = new ArrayList<>();
    for (int i = 0; i < edits.size(); i++) {
      if (edits.get(i) instanceof AddTable) {
        tables.add(i);
      }
    }
    byte[] rest = input.length > 3 ? Arrays.copyOfRange(input, 3, input.length) : new byte[0];
    int which = tables.get((input.length > 1 ? input[1] & 0xff : 0) % tables.size());
    AddTable add = (AddTable) edits.get(which);
    TableMeta meta = lie(add.meta(), input.length > 2 ? input[2] & 0xff : 0, rest);
    edits.set(which, new AddTable(add.level(), meta, add.generation(), add.deadEntries()));
    return edits;
  }

  private static TableMeta lie(TableMeta m, int field, byte[] bytes) {
    // Never negative: the manifest cannot say so.
    long n = ByteBuffer.wrap(Arrays.copyOf(bytes, Long.BYTES)).getLong() >>> 1 + 8 * (field >>> 5);
    return switch (field % 8) {
      case 0 -> with(m, n, m.smallest(), m.largest(), m.smallestSequence(), m.largestSequence());
      case 1 ->
          with(m, m.sizeInBytes(), bytes, m.largest(), m.smallestSequence(), m.largestSequence());
      case 2 ->
          with(m, m.sizeInBytes(), m.smallest(), bytes, m.smallestSequence(), m.largestSequence());
      case 3 -> with(m, m.sizeInBytes(), m.smallest(), m.largest(), n, m.largestSequence());
      case 4 -> with(m, m.sizeInBytes(), m.smallest(), m.largest(), m.smallestSequence(), n);
      case 5 -> counting(m, n, m.tombstones(), m.distinctKeys(), m.filterBytes());
      case 6 -> counting(m, m.entries(), n, m.distinctKeys(), m.filterBytes());
      default -> counting(m, m.entries(), m.tombstones(), n, n);
    };
  }

  private static TableMeta with(
      TableMeta m, long size, byte[] smallest, byte[] largest, long oldest, long newest) {
    return new TableMeta(
        m.number(),
        size,
        smallest,
        largest,
        oldest,
        newest,
        m.entries(),
        m.tombstones(),
        m.distinctKeys(),
        m.filterBytes());
  }

  private static TableMeta counting(
      TableMeta m, long entries, long tombstones, long distinctKeys, long filterBytes) {
    return new TableMeta(
        m.number(),
        m.sizeInBytes(),
        m.smallest(),
        m.largest(),
        m.smallestSequence(),
        m.largestSequence(),
        entries,
        tombstones,
        distinctKeys,
        filterBytes);
  }

  /** For reading only, so that no compaction puts right what is wrong. */
  private void requireNoticedOrRight(StrictStorage storage) throws IOException {
    try (Koel db = Koel.openReadOnly(storage, GoodFiles.OPTIONS)) {
      boolean right = true;
      for (int i = 0; i <= GoodFiles.KEYS; i++) {
        byte[] key = GoodFiles.key(i);
        right &= Arrays.equals(good.content().get(key), db.get(key));
      }
      db.verify();
      if (!right) {
        throw new AssertionError("wrong answers, and verify finds nothing");
      }
    }
  }
}
