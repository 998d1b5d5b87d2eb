package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands print as JSON: one object, the lines of a table as {@code rows}. */
class JsonOptionTest {

  @TempDir Path dir;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int json(Object... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] words =
        Stream.concat(Stream.of(args), Stream.of("--json"))
            .map(Object::toString)
            .toArray(String[]::new);
    return KoelCommand.run(words, new PrintWriter(out), new PrintWriter(err));
  }

  private Path database() throws IOException {
    Path data = dir.resolve("data");
    try (Koel db = Koel.open(data)) {
      for (int i = 0; i < 500; i++) {
        byte[] key = ("key" + i).getBytes(StandardCharsets.UTF_8);
        db.put(key, new byte[] {'v'});
      }
      db.flush();
    }
    return data;
  }

  private void assertRows() {
    assertTrue(out.toString().startsWith("{\n"), out.toString());
    assertTrue(out.toString().contains("\"rows\": ["), out.toString());
    assertTrue(out.toString().endsWith("}\n"), out.toString());
  }

  @Test
  void commandsWithTables_json_haveRows() throws IOException {
    Path data = database();
    assertEquals(0, json("reads", data, "--sample", 10), err.toString());
    assertRows();
    assertEquals(0, json("whatif", data, "--policies", "bloom"), err.toString());
    assertRows();
  }

  @Test
  void deletes_json_hasEachFigure() {
    String[] choice = {"--scenarios=random-half", "--columns=koel-off", "--entries=4k"};
    assertEquals(0, json("deletes", choice[0], choice[1], choice[2], "--out", dir), err.toString());
    assertRows();
    assertTrue(out.toString().contains("\"measure\": \"tombstones left\""), out.toString());
  }

  @Test
  void verify_damagedManifest_isNotSound() throws IOException {
    Path data = database();
    Path manifest;
    try (Stream<Path> files = Files.list(data)) {
      manifest =
          files.filter(file -> file.toString().contains("MANIFEST")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(manifest);
    bytes[bytes.length / 2] ^= 1;
    Files.write(manifest, bytes);
    assertEquals(1, json("verify", data), err.toString());
    assertTrue(out.toString().contains("\"sound\": false"), out + " and " + err);
  }

  @Test
  void verify_damage_isNotSound() throws IOException {
    Path data = database();
    Path table;
    try (Stream<Path> files = Files.list(data)) {
      table = files.filter(file -> file.toString().endsWith(".sst")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(table);
    bytes[10] ^= 1;
    Files.write(table, bytes);
    assertEquals(1, json("verify", data), err.toString());
    assertTrue(out.toString().contains("\"sound\": false"), out.toString());
    assertTrue(out.toString().contains(table.getFileName().toString()), out.toString());
    assertEquals("", err.toString());
  }

  @Test
  void inspect_emptyLog_hasNullsRatherThanWords() throws IOException {
    Path data = database();
    try (Stream<Path> files = Files.list(data)) {
      Path log = files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
      assertEquals(0, json("inspect", log), err.toString());
    }
    assertTrue(out.toString().contains("\"tornEnd\": null"), out.toString());
  }
}
