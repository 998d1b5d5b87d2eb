package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Options;
import io.koel.bench.engine.KoelFiles;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.sst.Compression;
import io.koel.sst.TableProperties;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that change a database write tables like those that it has. */
class KeptOptionsTest {

  private static final String PER_LEVEL = "per-level(bloom(bits=9),ribbon(bits=8))";

  @TempDir Path dir;

  private void koel(String... args) {
    StringWriter err = new StringWriter();
    int exitCode = KoelCommand.run(args, new PrintWriter(new StringWriter()), new PrintWriter(err));
    assertEquals(0, exitCode, err.toString());
  }

  private void fill(Options options, int from, int to) throws IOException {
    try (Koel db = Koel.open(dir, options)) {
      for (int i = from; i < to; i++) {
        byte[] key = ("key" + i).getBytes(StandardCharsets.UTF_8);
        db.put(key, "value ".repeat(20).getBytes(StandardCharsets.UTF_8));
      }
      db.flush();
    }
  }

  private List<TableProperties> tables() throws IOException {
    List<TableProperties> tables = new ArrayList<>();
    for (AddTable table : KoelFiles.liveTables(dir)) {
      tables.add(KoelFiles.properties(dir, table.meta().number()));
    }
    return tables;
  }

  @Test
  void compact_anyOptions_keepsFilterCompressionAndBlockSize() throws IOException {
    Options options =
        Options.defaults()
            .withFilterPolicy("bloom(bits=9)")
            .withCompression(Compression.LZ4)
            .withBlockBytes(1024);
    fill(options, 0, 1000);
    koel("put", dir.toString(), "key5", "new");
    koel("delete", dir.toString(), "key6");
    koel("compact", dir.toString());
    assertTrue(!tables().isEmpty());
    for (TableProperties table : tables()) {
      assertEquals("bloom(bits=9)", table.filterSpec());
      assertEquals(Compression.LZ4, table.compression());
      assertEquals(1024, table.blockSize());
    }
  }

  @Test
  void putAndCompact_optionsOfEachLevel_keepThem() throws IOException {
    Options options =
        Options.defaults()
            .withFilterPolicy(PER_LEVEL)
            .withCompression(List.of(Compression.NONE, Compression.ZSTD));
    fill(options, 0, 1000);
    fill(options, 0, 1000);
    try (Koel db = Koel.open(dir, options)) {
      db.compact();
    }
    // Level 0 and a deeper one have tables.
    fill(options, 500, 1500);
    koel("put", dir.toString(), "key5", "new");
    // Opened anew, what was put is flushed to level 0.
    koel("delete", dir.toString(), "key6");
    assertTrue(tables().stream().anyMatch(table -> table.level() == 0), "" + tables());
    assertOfTheirLevel(tables());
    koel("compact", dir.toString());
    assertOfTheirLevel(tables());
  }

  @Test
  void compact_newestTableWasMovedHere_compressesLikeThoseThatWereWrittenHere() throws IOException {
    Options options =
        Options.defaults()
            .withFilterPolicy(PER_LEVEL)
            .withCompression(List.of(Compression.NONE, Compression.ZSTD))
            .withLevel0Triggers(1, 20, 36);
    fill(options, 0, 1000);
    fill(options, 0, 1000);
    try (Koel db = Koel.open(dir, options)) {
      db.awaitIdle();
      db.put("z".getBytes(StandardCharsets.UTF_8), new byte[10]);
      db.flush();
      db.awaitIdle();
      assertEquals(0, db.stats().levels().get(0).tables());
    }
    assertTrue(tables().stream().anyMatch(table -> table.level() == 0), "" + tables());
    koel("put", dir.toString(), "key5", "new");
    koel("compact", dir.toString());
    assertOfTheirLevel(tables());
  }

  private static void assertOfTheirLevel(List<TableProperties> tables) {
    assertTrue(tables.stream().anyMatch(table -> table.level() > 0), tables.toString());
    for (TableProperties table : tables) {
      assertEquals(PER_LEVEL, table.filterSpec());
      // A table that was moved keeps what level 0 gave it.
      Compression compression = table.level() == 0 ? Compression.NONE : Compression.ZSTD;
      assertEquals(compression, table.compression(), table.toString());
    }
  }
}
