package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever words the command is given, it answers in words, never with a stack trace. */
class RandomCommandLineTest {

  private static final int LINES = 400;
  private static final int MAX_BYTES = 24;

  @TempDir Path dir;

  @Test
  void anyWords_areAnsweredWithoutAStackTrace() {
    long seed = Long.getLong("koel.seed", System.nanoTime());
    System.out.println("RandomCommandLineTest: seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < LINES; i++) {
      CommandLines.check(CommandLines.of(bytes(random), dir));
    }
  }

  @Test
  void words_ofAnyBytes_stayWithinTheDirectory() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      List<String> words = CommandLines.of(bytes(random), dir);
      for (String word : words) {
        assertTrue(
            word.startsWith(dir.toString()) || !word.contains("/") && !word.contains(".."), word);
      }
    }
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(MAX_BYTES)];
    random.nextBytes(bytes);
    return bytes;
  }
}
