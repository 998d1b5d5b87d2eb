package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Options;
import io.koel.bench.engine.Engine;
import io.koel.bench.engine.Store;
import io.koel.bench.engine.StoreSession;
import io.koel.bench.engine.StoreSettings;
import io.koel.bench.workload.KeySpace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** The commands that work on a database, within this process. */
class CommandTest extends CommandInProcess {

  private static final int KEYS = 3000;

  /** A database of several tables, with deleted keys. */
  private Path database() throws IOException {
    Path data = dir.resolve("data");
    KeySpace keys = new KeySpace(KEYS, 50, 1);
    try (Koel db = Koel.open(data, Options.defaults().withMemtableBytes(64 << 10))) {
      for (long i = 0; i < KEYS; i++) {
        db.put(keys.key(keys.shuffled(i)), keys.value(i, 0));
      }
      db.flush();
      for (long i = 0; i < 100; i++) {
        db.delete(keys.key(i));
      }
    }
    return data;
  }

  @Test
  void help_everyCommand_hasAnExample() {
    assertEquals(0, koel("--help"));
    String overview = out.toString();
    for (String command :
        List.of(
            "put", "get", "delete", "scan", "stats", "reads", "explain", "whatif", "inspect",
            "verify", "compact", "bench", "grow", "compare")) {
      assertTrue(overview.contains("  " + command), command + " is not in the overview");
      assertEquals(0, koel(command, "--help"));
      assertTrue(out.toString().contains("  koel " + command + " "), out.toString());
    }
  }

  @Test
  void scan_options_chooseAndOrderEntries() {
    for (String key : List.of("a1", "a2", "b1", "b2")) {
      assertEquals(0, koel("put", dir.resolve("d"), key, key.toUpperCase(Locale.ROOT)));
    }
    assertEquals(0, koel("scan", dir.resolve("d"), "--from", "a2", "--to", "b2"));
    assertEquals("a2\tA2\nb1\tB1\n", out.toString());
    koel("scan", dir.resolve("d"), "--prefix", "b", "--reverse");
    assertEquals("b2\tB2\nb1\tB1\n", out.toString());
    koel("scan", dir.resolve("d"), "--limit", 1, "--json");
    assertEquals("[\n  {\n    \"key\": \"a1\",\n    \"value\": \"A1\"\n  }\n]\n", out.toString());
    assertFails(2, "--prefix cannot", "scan", dir.resolve("d"), "--prefix", "a", "--to", "b");
  }

  @Test
  void stats_database_countsItsEntries() throws IOException {
    assertEquals(0, koel("stats", database()), err.toString());
    assertTrue(out.toString().contains("bits/key"), out.toString());
    assertEquals(0, koel("stats", dir.resolve("data"), "--json"));
    assertTrue(sumOf("filterBytes") > 0, out.toString());
    // Tombstones may have found their keys in older tables and have vanished with them, or not yet.
    long entries = sumOf("entries");
    assertTrue(entries >= KEYS - 100 && entries <= KEYS + 100, out.toString());
  }

  @Test
  void reads_sample_addsUp() throws IOException {
    assertEquals(0, koel("reads", database(), "--sample", "1000"), err.toString());
    assertTrue(out.toString().contains("Keys that are there: "), out.toString());
    assertTrue(out.toString().contains("Keys that are not there: "), out.toString());
    assertTrue(out.toString().contains("avoided"), out.toString());
  }

  @Test
  void reads_keyFile_looksItsKeysUp() throws IOException {
    Path data = database();
    KeySpace keys = new KeySpace(KEYS, 50, 1);
    Path file = dir.resolve("keys.txt");
    Files.writeString(file, KeyText.show(keys.key(500)) + "\nabsent\n\n0x00\n");
    assertEquals(0, koel("reads", data, "--keys", file), err.toString());
    assertTrue(out.toString().contains("3 lookups, 1 found"), out.toString());
    Files.write(file, new byte[] {(byte) 0xff, '\n'});
    assertFails(1, "not text", "reads", data, "--keys", file);
    assertFails(1, "no such file", "reads", data, "--keys", dir.resolve("none"));
    assertFails(2, "--keys", "reads", data);
  }

  @Test
  void explain_keys_saysFoundDeletedOrAbsent() throws IOException {
    Path data = database();
    KeySpace keys = new KeySpace(KEYS, 50, 1);
    assertEquals(0, koel("explain", data, KeyText.show(keys.key(500))));
    assertTrue(out.toString().contains(": found"), out.toString());
    assertTrue(out.toString().contains("1 block read from disk"), out.toString());
    assertEquals(0, koel("explain", data, "zzz", "--json"));
    assertTrue(out.toString().contains("\"outcome\": \"absent\""), out.toString());
  }

  @Test
  void whatif_koelAndRocksDb_predictAlikeForTheSameKeys() throws Exception {
    KeySpace keys = new KeySpace(KEYS, 50, 1);
    for (Engine engine : List.of(Engine.KOEL, Engine.ROCKSDB)) {
      try (Store store = engine.open(dir.resolve(engine.label()), StoreSettings.production());
          StoreSession session = store.session()) {
        for (long i = 0; i < KEYS; i++) {
          session.put(keys.key(i), keys.value(i, 0));
        }
        store.flush();
        store.settle();
      }
    }
    assertEquals(0, koel("whatif", dir.resolve("koel"), "--policies", "bloom,xor"), err.toString());
    String ours = out.toString();
    assertTrue(ours.contains("bloom(bits=10)"), ours);
    assertEquals(0, koel("whatif", "--rocksdb", dir.resolve("rocksdb"), "--policies", "bloom,xor"));
    // But for the last two lines, which tell of the filters that there are now.
    assertEquals(ours.lines().limit(6).toList(), out.toString().lines().limit(6).toList());
    assertFails(1, "not a RocksDB", "whatif", "--rocksdb", dir);
    assertFails(2, "unknown filter 'blom'", "whatif", dir.resolve("koel"), "--policies", "blom");
  }

  @Test
  void whatif_keysOfShortText_looksForAbsentKeysAmongThem() throws IOException {
    Path data = dir.resolve("text");
    try (Koel db = Koel.open(data)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(("user:" + i).getBytes(StandardCharsets.UTF_8), new byte[0]);
      }
    }
    assertEquals(0, koel("whatif", data, "--policies", "none", "--json"), err.toString());
    double reads =
        Pattern.compile("\"readsPerAbsentKey\": ([0-9.]+)")
            .matcher(out.toString())
            .results()
            .mapToDouble(match -> Double.parseDouble(match.group(1)))
            .findFirst()
            .orElseThrow();
    // There is one table, and but the key behind its last one lies in its range.
    assertEquals(1, reads, 1.5 / KEYS);
    assertEquals(0, koel("reads", data, "--sample", KEYS, "--json"), err.toString());
    assertTrue(sumOf("tablesConsidered") >= 2 * KEYS - 1, out.toString());
  }

  @Test
  void whatif_anyDatabase_changesNoFile() throws IOException {
    Path data = database();
    List<String> before = listing(data);
    assertEquals(0, koel("whatif", data, "--policies", "bloom"), err.toString());
    assertEquals(before, listing(data));
  }

  @Test
  void readingCommands_anyDatabase_changeNoFile() throws IOException {
    Path data = database();
    List<String> before = listing(data);
    assertEquals(1, koel("get", data, "absent"), err.toString());
    assertEquals(0, koel("scan", data, "--limit", 3), err.toString());
    assertEquals(0, koel("stats", data), err.toString());
    assertEquals(0, koel("reads", data, "--sample", 10), err.toString());
    assertEquals(0, koel("explain", data, "absent"), err.toString());
    assertEquals(0, koel("verify", data), err.toString());
    assertEquals(before, listing(data));
  }

  private static List<String> listing(Path data) throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      return files
          .sorted()
          .map(file -> file.getFileName() + " " + file.toFile().lastModified())
          .toList();
    }
  }

  @Test
  void inspect_everyKindOfFile_saysWhatItIs() throws IOException {
    Path data = database();
    try (Stream<Path> files = Files.list(data)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".sst")) {
          assertEquals(0, koel("inspect", file, "--entries", 2), err.toString());
          assertTrue(out.toString().contains("semisorted-cuckoo(bits=13)"), out.toString());
        } else if (name.endsWith(".log") || name.startsWith("MANIFEST")) {
          assertEquals(0, koel("inspect", file, "--json"), err.toString());
        }
      }
    }
    assertFails(1, "not the name of", "inspect", data.resolve("CURRENT"));
    assertFails(1, "no such file", "inspect", data.resolve("999999.sst"));
    assertFails(1, "koel stats tells", "inspect", data);
    assertFails(1, "koel inspect tells", "stats", data.resolve("CURRENT"));
  }

  @Test
  void verify_damagedTable_namesTheFile() throws IOException {
    Path data = database();
    Path table;
    try (Stream<Path> files = Files.list(data)) {
      table = files.filter(file -> file.toString().endsWith(".sst")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(table);
    bytes[100] ^= 1;
    Files.write(table, bytes);
    assertFails(1, table.getFileName().toString(), "verify", data);
    assertFails(1, table.getFileName().toString(), "inspect", table, "--entries", 10_000);
  }

  @Test
  void compact_afterDeletes_givesSpaceBack() throws IOException {
    assertEquals(0, koel("compact", database(), "--json"), err.toString());
    assertTrue(out.toString().contains("bytesAfter"), out.toString());
    assertEquals(0, koel("stats", dir.resolve("data"), "--json"));
    assertEquals(KEYS - 100, sumOf("entries"), out.toString());
  }

  @Test
  void convert_counts_asPeopleWriteThem() {
    CountConverter counts = new CountConverter();
    assertEquals(500_000, counts.convert("0.5M"));
    assertEquals(250_000, counts.convert("250_000"));
    assertEquals(1_500, counts.convert("1.5k"));
    for (String bad : List.of("1.5", "0.0005k", "999999999999999M", "M", "-1", "1.5.5k")) {
      assertThrows(TypeConversionException.class, () -> counts.convert(bad), bad);
    }
  }

  @Test
  void anyCommand_directoryThatIsNoDatabase_staysAsItIs() throws IOException {
    Path other = Files.createDirectory(dir.resolve("other"));
    Files.writeString(other.resolve("notes.txt"), "mine");
    for (String command : List.of("stats", "verify", "compact", "scan")) {
      assertFails(1, "not a Koel database", command, other);
      assertFails(1, "no such file or directory", command, dir.resolve("missing"));
    }
    assertFails(1, "notes.txt", "put", other, "a", "b");
    assertEquals(List.of("notes.txt"), names(other));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "grüße", "with\ttab", "0xnot hex", "a\u0000b", "\u200b"})
  void show_anyText_isParsedBackToItsBytes(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    String shown = KeyText.show(bytes);
    assertEquals(
        List.of(text.codePoints().boxed().toArray()),
        List.of(
            new String(KeyText.parse(shown), StandardCharsets.UTF_8)
                .codePoints()
                .boxed()
                .toArray()));
    assertTrue(shown.chars().noneMatch(Character::isISOControl), shown);
  }

  @Test
  void parse_badHexadecimal_isRefused() {
    assertFails(2, "'0x0' is not hexadecimal", "get", dir, "0x0");
    assertFails(2, "'0xgg' is not hexadecimal", "get", dir, "0xgg");
  }
}
