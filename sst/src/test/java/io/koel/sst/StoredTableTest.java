package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tables of format version 2 that were stored once stay readable. They are never written again;
 * {@link Maker} says how they came about. One of version 1, which was never released, is refused.
 */
class StoredTableTest {

  private static final String FILTER = "semisorted-cuckoo(bits=13)";

  private final ByteArrayStorage storage = new ByteArrayStorage();

  /**
   * Made without random numbers, so that every later version can tell what must be in the table.
   */
  static List<Entry> contents() {
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry(new byte[0], 1, EntryKind.PUT, "of the empty key".getBytes()));
    for (int i = 0; i < 300; i++) {
      String key = String.format("key-%05d", i * i);
      for (int version = i % 4; version >= 0; version--) {
        long sequence = 1_000L + 10 * i + version;
        entries.add(
            (i + version) % 7 == 0
                ? Entry.tombstone(key, sequence)
                : Entry.put(key, sequence, "value ".repeat(i % 5) + version));
      }
    }
    byte[] longKey = "long ".repeat(100).getBytes();
    entries.add(new Entry(longKey, EntryCursor.MAX_SEQUENCE, EntryKind.PUT, new byte[3000]));
    return entries;
  }

  static TableOptions options(Compression compression, String filter) {
    return new TableOptions(1024, 8, compression, FilterCatalog.policy(filter), 2, Tables.SEED, 0);
  }

  static String name(Compression compression) {
    return "v2-" + compression.name().toLowerCase(Locale.ROOT) + ".table";
  }

  private static byte[] stored(String name) throws IOException {
    try (InputStream in = StoredTableTest.class.getResourceAsStream(name)) {
      assertNotNull(in, name);
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void storedTable_ofVersion2_isReadable(Compression compression) throws IOException {
    storage.set("t", stored(name(compression)));
    List<Entry> entries = contents();
    try (TableReader reader = Tables.open(storage, "t")) {
      reader.verify();
      assertEquals(entries, Tables.all(reader.cursor(2, ReadPurpose.SCAN)));
      FoundEntry out = new FoundEntry();
      for (int i = 0; i < entries.size(); i++) {
        Entry entry = entries.get(i);
        assertEquals(LookupOutcome.FOUND, Tables.find(reader, entry.key(), entry.sequence(), out));
        assertEquals(i, out.ordinal());
      }
      TableProperties properties = reader.properties();
      assertEquals(2, properties.formatVersion());
      assertEquals(301 + 1, properties.distinctKeys());
      assertEquals(FILTER, properties.filterSpec());
      assertEquals(compression, properties.compression());
      assertEquals(2, properties.level());
    }
  }

  /** Its filter and fingerprints were made with another hash: by this one, keys would be missed. */
  @Test
  void storedTable_ofVersion1_isRefused() throws IOException {
    storage.set("t", stored("v1-none.table"));
    CorruptionException refused =
        assertThrows(CorruptionException.class, () -> Tables.open(storage, "t").close());
    assertTrue(refused.getMessage().contains("format version 1 is unknown"), refused.getMessage());
  }

  /** Without compression and filter the bytes are this module's alone, and must stay the same. */
  @Test
  void sameEntries_writtenToday_giveTheStoredBytes() throws IOException {
    Tables.write(storage, "t", options(Compression.NONE, "none"), contents());
    assertArrayEquals(stored("v2-none-without-filter.table"), storage.get("t"));
  }

  /** The example of docs/table-format.md. */
  @Test
  void example_ofTheDocumentation_isRight() throws IOException {
    TableOptions options = TableOptions.defaults().withRestartInterval(2).withHashSeed(7);
    try (TableWriter writer = TableWriter.create(storage, "t", options)) {
      Entry.put("koel", 12, "bird").addTo(writer);
      Entry.tombstone("koel", 10).addTo(writer);
      Entry.put("kudu", 11, "antelope").addTo(writer);
      writer.finish();
    }
    String documented =
        Files.readString(Path.of(System.getProperty("koel.docs"), "table-format.md"));
    StringBuilder hex = new StringBuilder();
    for (String line : documented.lines().toList()) {
      if (line.matches("[0-9a-f]{4}  ([0-9a-f]{2} )*[0-9a-f]{2}(  .*)?")) {
        hex.append(line.substring(6).split("  ")[0].replace(" ", ""));
      }
    }
    assertEquals(HexFormat.of().formatHex(storage.get("t")), hex.toString());
  }

  /** Made the stored tables, with format version 2 of 2026. */
  static final class Maker {
    public static void main(String[] args) throws IOException {
      FileStorage target = FileStorage.at(Path.of(args[0]));
      for (Compression compression : Compression.values()) {
        Tables.write(target, name(compression), options(compression, FILTER), contents());
      }
      Tables.write(
          target, "v2-none-without-filter.table", options(Compression.NONE, "none"), contents());
    }
  }
}
