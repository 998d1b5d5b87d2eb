package io.koel.bench.cli;

import io.koel.bench.engine.KoelFiles;
import io.koel.bench.report.Json;
import io.koel.engine.batch.BatchReader;
import io.koel.engine.files.CurrentFile;
import io.koel.engine.files.FileNames;
import io.koel.engine.generation.GenerationFile;
import io.koel.engine.log.LogReader;
import io.koel.engine.version.Manifest;
import io.koel.engine.version.VersionEdit;
import io.koel.sst.EntryKind;
import io.koel.sst.ReadPurpose;
import io.koel.sst.Storage;
import io.koel.sst.TableCursor;
import io.koel.sst.TableProperties;
import io.koel.sst.TableReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Looks into one file of a database, without opening the database. */
final class Inspection {

  private final Storage storage;
  private final String name;
  private final int entries;

  /**
   * @param entries how many entries to show
   */
  Inspection(Storage storage, String name, int entries) {
    this.storage = storage;
    this.name = name;
    this.entries = entries;
  }

  Map<String, Object> table() throws IOException {
    long number = FileNames.tableNumber(name).orElseThrow();
    try (TableReader reader = KoelFiles.openTable(storage, number, 0)) {
      TableProperties table = reader.properties();
      Map<String, Object> found =
          Json.object(
              "kind", "table",
              "formatVersion", table.formatVersion(),
              "fileSize", table.fileSize(),
              "level", table.level(),
              "entries", table.entries(),
              "tombstones", table.tombstones(),
              "distinctKeys", table.distinctKeys(),
              "smallestKey", KeyText.show(table.smallestKey()),
              "largestKey", KeyText.show(table.largestKey()),
              "smallestSequence", table.smallestSequence(),
              "largestSequence", table.largestSequence(),
              "dataBlocks", table.dataBlocks(),
              "dataBytes", table.dataBytes(),
              "compression", table.compression(),
              "indexBytes", table.indexBytes(),
              "filterSpec", table.filterSpec(),
              "filterBytes", table.filterBytes(),
              "filterBitsPerKey", bitsPerKey(table),
              "filterReadable", !reader.filterUnknown(),
              "filterExpectedRate",
                  reader.filter().map(f -> f.expectedFalsePositiveRate()).orElse(Double.NaN));
      if (entries > 0) {
        found.put("firstEntries", firstEntries(reader));
      }
      return found;
    }
  }

  private static double bitsPerKey(TableProperties table) {
    return table.distinctKeys() == 0 ? 0 : table.filterBytes() * 8.0 / table.distinctKeys();
  }

  private List<String> firstEntries(TableReader reader) throws IOException {
    List<String> lines = new ArrayList<>();
    try (TableCursor cursor = reader.cursor(0, ReadPurpose.VERIFICATION)) {
      boolean valid = cursor.first();
      for (; valid && lines.size() < entries; valid = cursor.next()) {
        lines.add(
            line(
                copy(cursor.keyArray(), cursor.keyOffset(), cursor.keyLength()),
                cursor.sequence(),
                cursor.kind(),
                copy(cursor.valueArray(), cursor.valueOffset(), cursor.valueLength())));
      }
    }
    return lines;
  }

  private static byte[] copy(byte[] array, int offset, int length) {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  private static String line(byte[] key, long sequence, EntryKind kind, byte[] value) {
    String text = KeyText.show(key) + " @" + sequence;
    return kind == EntryKind.TOMBSTONE ? text + " deleted" : text + " = " + KeyText.show(value);
  }

  Map<String, Object> generation() throws IOException {
    String base = name.substring(0, name.indexOf('-'));
    int number = Integer.parseInt(name.substring(base.length() + 1, name.lastIndexOf('.')));
    long tableNumber = Long.parseLong(base);
    long tableEntries;
    try (TableReader reader = KoelFiles.openTable(storage, tableNumber, 0)) {
      tableEntries = reader.properties().entries();
    }
    GenerationFile read = GenerationFile.read(storage, name, tableNumber, number, tableEntries);
    return Json.object(
        "kind", "generation",
        "table", read.tableNumber(),
        "generation", read.generation(),
        "tableEntries", read.entryCount(),
        "deadEntries", read.deadSet().count(),
        "filter", read.filter().map(Object::toString).orElse(null),
        "filterDamage", read.filterDamage().map(Throwable::getMessage).orElse(null));
  }

  Map<String, Object> log() throws IOException {
    long number = FileNames.logNumber(name).orElseThrow();
    long batches = 0;
    long writes = 0;
    long first = -1;
    long last = -1;
    List<String> lines = new ArrayList<>();
    try (LogReader reader = LogReader.open(storage, name, number)) {
      while (reader.next()) {
        BatchReader batch =
            BatchReader.of(reader.record(), reader.recordOffset(), reader.recordLength(), name);
        batches++;
        first = first < 0 ? batch.firstSequence() : first;
        last = batch.lastSequence();
        while (batch.next()) {
          writes++;
          if (lines.size() < entries) {
            lines.add(
                line(
                    copy(batch.array(), batch.keyOffset(), batch.keyLength()),
                    batch.sequence(),
                    batch.kind(),
                    copy(batch.array(), batch.valueOffset(), batch.valueLength())));
          }
        }
      }
      Map<String, Object> found =
          Json.object(
              "kind",
              "log",
              "number",
              number,
              "fileSize",
              storage.size(name),
              "batches",
              batches,
              "writes",
              writes,
              "firstSequence",
              first < 0 ? null : first,
              "lastSequence",
              last < 0 ? null : last,
              "validLength",
              reader.validLength(),
              "tornEnd",
              reader.torn().orElse(null));
      if (entries > 0) {
        found.put("firstEntries", lines);
      }
      return found;
    }
  }

  Map<String, Object> manifest() throws IOException {
    long number = FileNames.manifestNumber(name).orElseThrow();
    if (CurrentFile.read(storage) != number) {
      throw new IOException(
          storage.describe(name)
              + ": CURRENT names another manifest, "
              + FileNames.manifest(CurrentFile.read(storage)));
    }
    List<List<VersionEdit>> records = Manifest.read(storage);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      for (VersionEdit edit : records.get(i)) {
        lines.add(i + ": " + describe(edit));
      }
    }
    return Json.object(
        "kind",
        "manifest",
        "number",
        number,
        "fileSize",
        storage.size(name),
        "records",
        records.size(),
        "edits",
        lines);
  }

  private static String describe(VersionEdit edit) {
    if (edit instanceof VersionEdit.AddTable add) {
      return String.format(
          "level %d + %s from %s to %s%s",
          add.level(),
          add.meta(),
          KeyText.show(add.meta().smallest()),
          KeyText.show(add.meta().largest()),
          add.generation() == 0 ? "" : ", generation " + add.generation());
    }
    if (edit instanceof VersionEdit.DropTable drop) {
      return "level " + drop.level() + " - table " + drop.number();
    }
    return edit.toString();
  }
}
