package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Command lines made of any bytes: the first byte is the command, and each word after it is begun
 * by a byte that says what it is.
 *
 * <pre>
 * line := command:u8 word*
 * word := kind:u8(0 mod 3) option:u8 | kind:u8(1 mod 3) path:u8 | kind:u8(2 mod 3) length:u8 char*
 * </pre>
 *
 * Words that name a file name one within a directory, whatever the bytes.
 */
final class CommandLines {

  private static final int MAX_WORDS = 8;
  private static final int MAX_WORD_LENGTH = 20;

  /** What a free word is made of: nothing that leads out of a directory. */
  private static final String LETTERS = "abcxyz0123456789-=,()_:%*";

  /** All but those that take minutes when they are called rightly. */
  private static final List<String> COMMANDS =
      List.of(
          "put",
          "get",
          "delete",
          "scan",
          "stats",
          "reads",
          "explain",
          "whatif",
          "inspect",
          "verify",
          "compact",
          "help",
          "",
          "nonsense");

  private static final List<String> OPTIONS =
      List.of(
          "--json",
          "--help",
          "--version",
          "--limit",
          "--limit=3",
          "--limit=-1",
          "--limit=x",
          "--hex",
          "--from",
          "--to",
          "--prefix",
          "--reverse",
          "--filter=bloom(bits=10)",
          "--filter=((",
          "--keys=99999999999999999999",
          "--",
          "-",
          "-x",
          "@missing");

  private CommandLines() {}

  static List<String> of(byte[] input, Path directory) {
    List<String> words = new ArrayList<>();
    if (input.length == 0) {
      return words;
    }
    words.add(COMMANDS.get((input[0] & 0xff) % COMMANDS.size()));
    int at = 1;
    while (at + 1 < input.length && words.size() < MAX_WORDS) {
      int kind = (input[at] & 0xff) % 3;
      int what = input[at + 1] & 0xff;
      at += 2;
      if (kind == 0) {
        words.add(OPTIONS.get(what % OPTIONS.size()));
      } else if (kind == 1) {
        words.add(directory.resolve("a".repeat(what % 4)).toString());
      } else {
        int length = Math.min(what % MAX_WORD_LENGTH, input.length - at);
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
          word.append(LETTERS.charAt((input[at + i] & 0xff) % LETTERS.length()));
        }
        words.add(word.toString());
        at += length;
      }
    }
    return words;
  }

  /** Runs a line. It is answered in words and with an exit code, never with a stack trace. */
  static void check(List<String> words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        KoelCommand.run(words.toArray(String[]::new), new PrintWriter(out), new PrintWriter(err));
    assertTrue(exit >= KoelCommand.OK && exit <= KoelCommand.USAGE, words + " gives " + exit);
    String said = out + "\n" + err;
    assertFalse(said.contains("\tat "), words + " gives\n" + said);
    assertFalse(
        said.matches("(?s).*(NullPointer|IndexOutOfBounds|ClassCast|Arithmetic)Exception.*"),
        words + " gives\n" + said);
  }
}
