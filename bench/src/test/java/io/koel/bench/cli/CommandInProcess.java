package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Runs commands within this process, and keeps what they print. */
abstract class CommandInProcess {

  @TempDir Path dir;

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();

  int koel(Object... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] words = Stream.of(args).map(Object::toString).toArray(String[]::new);
    return KoelCommand.run(words, new PrintWriter(out), new PrintWriter(err));
  }

  void assertFails(int exitCode, String error, Object... args) {
    assertEquals(exitCode, koel(args), err.toString());
    assertEquals("", out.toString());
    String first = err.toString().lines().findFirst().orElse("");
    assertTrue(first.contains(error), first);
    assertTrue(err.toString().lines().count() <= 2, err.toString());
  }

  /** The sum of all members of this name in the JSON that was printed. */
  long sumOf(String member) {
    return Pattern.compile("\"" + member + "\": (\\d+)")
        .matcher(out.toString())
        .results()
        .mapToLong(match -> Long.parseLong(match.group(1)))
        .sum();
  }
}
