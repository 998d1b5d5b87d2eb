package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever words the command is given, it answers in words, never with a stack trace. */
class RandomCommandLineTest {

  private static final int LINES = 400;

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

  @TempDir Path dir;

  @Test
  void anyWords_areAnsweredWithoutAStackTrace() {
    long seed = Long.getLong("koel.seed", System.nanoTime());
    System.out.println("RandomCommandLineTest: seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < LINES; i++) {
      List<String> words = line(random);
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

  /** Words that name something name it within the temporary directory. */
  private List<String> line(Random random) {
    List<String> words = new ArrayList<>();
    words.add(COMMANDS.get(random.nextInt(COMMANDS.size())));
    for (int n = random.nextInt(6); n > 0; n--) {
      words.add(
          random.nextInt(3) == 0
              ? OPTIONS.get(random.nextInt(OPTIONS.size()))
              : dir.resolve("a".repeat(random.nextInt(4))).toString());
    }
    return words;
  }
}
