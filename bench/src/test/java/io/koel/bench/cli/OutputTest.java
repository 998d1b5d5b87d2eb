package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.bench.cli.KoelProcess.Result;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of what commands print. */
class OutputTest {

  private static final int ENTRIES = 20_000;

  @TempDir Path dir;

  /** A file or pipe that takes nothing. */
  private static final class Refusing extends OutputStream {
    private final String reason;
    private int attempts;

    Refusing(String reason) {
      this.reason = reason;
    }

    @Override
    public void write(int b) throws IOException {
      attempts++;
      throw new IOException(reason);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      write(0);
    }
  }

  private final StringWriter err = new StringWriter();

  private int koel(OutputStream out, String... args) {
    return KoelCommand.run(args, StandardOutput.over(out), new PrintWriter(err));
  }

  private Path database() throws IOException {
    Path data = dir.resolve("data");
    try (Koel db = Koel.open(data)) {
      for (int i = 0; i < ENTRIES; i++) {
        db.put(("key" + i).getBytes(StandardCharsets.UTF_8), new byte[] {'v'});
      }
    }
    return data;
  }

  @ParameterizedTest
  @ValueSource(strings = {"scan", "stats", "verify"})
  void anyCommand_diskFull_failsInOneLine(String command) throws IOException {
    Refusing full = new Refusing("No space left on device");
    assertEquals(1, koel(full, command, database().toString()));
    assertEquals(
        "koel " + command + ": standard output: No space left on device\n", err.toString());
  }

  @Test
  void scan_meetsDamage_printsWhatCameBefore() throws IOException {
    Path data = database();
    try (Koel db = Koel.open(data)) {
      db.compact();
    }
    Path table;
    try (Stream<Path> files = Files.list(data)) {
      table = files.filter(file -> file.toString().endsWith(".sst")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(table);
    bytes[bytes.length / 3] ^= 1;
    Files.write(table, bytes);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertEquals(1, koel(out, "scan", data.toString(), "--limit=20000"));
    String printed = out.toString(StandardCharsets.UTF_8);
    assertTrue(printed.lines().count() > 1000, printed.lines().count() + " lines");
    assertTrue(printed.endsWith("\n"), "the last line is cut");
    assertEquals(1, err.toString().lines().count(), err::toString);
  }

  @Test
  void put_keyThatBeginsWithAt_isThatKey() throws IOException {
    Path data = dir.resolve("data");
    Files.writeString(dir.resolve("alice"), "another");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String key = "@" + dir.resolve("alice");
    for (String each : new String[] {key, "@" + key}) {
      assertEquals(0, koel(out, "put", data.toString(), each, "@value"), err::toString);
      assertEquals(0, koel(out, "get", data.toString(), each), err::toString);
    }
    assertEquals("@value\n@value\n", out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void help_diskFull_failsInOneLine() {
    assertEquals(1, koel(new Refusing("No space left on device"), "--help"));
    assertEquals("koel: standard output: No space left on device\n", err.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--limit=20000", "--json"})
  void scan_readerHasGone_endsAtOnceAndInSilence(String option) throws IOException {
    Refusing closed = new Refusing("Broken pipe");
    assertEquals(1, koel(closed, "scan", database().toString(), option));
    assertEquals("", err.toString());
    assertEquals(1, closed.attempts);
  }

  @Test
  void scan_plainLocale_printsUtf8() throws Exception {
    try (Koel db = Koel.open(dir.resolve("data"))) {
      db.put(bytes("grüße"), bytes("€ 5"));
    }
    Result scanned = KoelProcess.run(dir, Map.of("LC_ALL", "C"), "scan", "data");
    assertEquals(new Result(0, "grüße\t€ 5\n", ""), scanned);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void put_textThatWasNotDecoded_isRefused() {
    assertEquals(2, koel(new Refusing(""), "put", dir.toString(), "gr\uFFFD\uFFFDn", "green"));
    assertTrue(err.toString().contains("is not UTF-8 here"), err.toString());
    assertEquals("0xefbfbd", KeyText.show(bytes("\uFFFD")));
  }
}
